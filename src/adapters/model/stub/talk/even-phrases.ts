import type { Tone } from './tone.js'

/** Of each move the phrases of the even-tempered tones, with `|` between them; `{n}` is the player's name, if known. */
export const EVEN_PHRASES: Readonly<
  Record<Extract<Tone, 'neutral' | 'warm' | 'formal' | 'cheerful' | 'terse'>, string>
> = {
  neutral: `
greet:Hello{n}.|Hello there{n}.|Hello{n}, good day.
again:Hello again{n}.|Hello once more{n}.|Hello{n}, good to see you again.
well:I am well, thank you.|Quite well, thanks.|I can't complain.
welcome:You are welcome.|Not at all.|My pleasure.
bye:Goodbye{n}.|Take care{n}.|See you{n}.
met:Nice to meet you{n}.|Pleased to meet you{n}.
unknown:I don't know that.|That I don't know.|I have no idea.|I couldn't tell you, I don't know.|I'm not sure about that.|I can't say.
untold:You have not told me that.|I don't know, you never told me.|You haven't mentioned that to me.
opinion:I don't know what to think of it.|I'm not sure what I think about that.
reason:I don't know why.|I can't say why it is so.
more:I don't know any more than that.|That is all I can tell you.
refuse:I don't talk about that.|That is something I will not discuss.
cannot:That I cannot do.|I'm afraid I can't do that here.
praised:Thank you, that is kind.|Thanks, I am glad to hear it.
insulted:That was not kind.|There is no need for that.|I would rather you didn't talk like that.
loved:That is good to hear.|You are kind to say so.
forgiven:No harm done.|Never mind, it is forgotten.
nonsense:I did not understand that.|Could you put that another way?|I don't follow you.
laugh:Good to hear you laugh.|I am glad you like it.
agree:All right.|Good.|As you say.
doubt:It is so.|Yes, really.
noted:I see.|I will remember that.|Good to know.
sorry:I am sorry to hear that.|That sounds hard.|I feel for you.
glad:That is good news.|I am glad to hear it.
long:That is a lot to think about.|You have had much on your mind.
ask:And you?|What about you?|How is that with you?
yes:Of course.|All right.|Gladly.
joke:Why did the clock get sent home? It was always striking.|What do you call a sleeping bull? A bulldozer.|I would tell you a joke about paper, but it is tearable.
open:
close:`,
  warm: `
greet:Hello{n}, it is good to see you.|Welcome{n}, do come in.|Ah, hello there{n}.
again:How good to see you again{n}.|Welcome back{n}, I was hoping you would come.|There you are again{n}.
well:I am well, thank you for asking.|All the better for your company.|Quite well, thank you, and I hope you are too.
welcome:You are very welcome{n}.|It was a pleasure.|Gladly, any time.
bye:Goodbye{n}, take good care of yourself.|Farewell{n}, and come back soon.|Take care{n}, it was good to talk.
met:How lovely to meet you{n}.|It is a joy to meet you{n}.
unknown:I'm afraid I don't know that.|I wish I could tell you, but I don't know.|That I don't know, I'm sorry.|Bless you, I have no idea.|I'm not sure, and I won't pretend.|There I can't help you, I don't know.
untold:You haven't told me that yet, but I would love to hear it.|I don't know, you have not told me.|You never told me that, I think.
opinion:I'm not sure what I think of it.|I don't know enough to say, what do you think?
reason:I don't know why, it has simply been so.|I'm not sure why, to be honest.
more:I don't know more than that, I'm afraid.|That is all I know of it.
refuse:Forgive me, but I don't talk about that.|Let us leave that be, I will not discuss it.
cannot:I would if I could, but I can't.|I'm sorry, I cannot do that.
praised:How kind of you, thank you.|Thank you, that does me good.|You are too good to me, thank you.
insulted:That hurts a little, but I bear no grudge.|Something must be troubling you.|I would rather we were gentle with each other.
loved:Oh, that is dear of you.|And I am fond of you, too.
forgiven:It is already forgotten.|Don't worry about it at all.
nonsense:I'm sorry, I did not follow that.|Say that once more for me, would you?|I could not quite make that out.
laugh:It is good to hear you laugh.|Ah, you make me smile.
agree:Very well.|Good, I am glad.
doubt:Yes, it is true.|It is, I promise you.
noted:I will keep that in mind.|Thank you for telling me.|I am glad you told me that.
sorry:Oh, I am so sorry to hear that.|That must be hard for you.|I wish I could make that better.
glad:Oh, how wonderful for you.|That makes me happy, too.|What good news that is.
long:Thank you for trusting me with all that.|You have carried a good deal, I can tell.
ask:And how about you?|What about yourself?|Tell me, how is it with you?
yes:Gladly.|With pleasure.|Of course, for you.
joke:Why do bees hum? They have forgotten the words.|What do you call a fish without eyes? A fsh.
open:Well now,|Ah,|Let me see:||
close:I hope that helps you.|It means much to me.||||`,
  formal: `
greet:Good day{n}.|Greetings{n}.|Welcome{n}, how may I be of service?
again:Welcome back{n}.|It is a pleasure to see you again{n}.|Good day once more{n}.
well:I am quite well, thank you.|Very well, I thank you for inquiring.
welcome:You are most welcome.|The pleasure is entirely mine.|At your service.
bye:Farewell{n}.|I bid you goodbye{n}.|Until we meet again, farewell{n}.
met:It is an honour to meet you{n}.|I am pleased to make your acquaintance{n}.
unknown:I regret that I do not know that.|I am afraid I do not know.|That is beyond my knowledge, I do not know it.|I have no information on that, I do not know.|To that I cannot say anything with certainty.|I am not sure, and I prefer not to guess.
untold:You have not informed me of that.|I do not know, you have not told me.|That you have not mentioned to me.
opinion:I do not know enough to hold an opinion.|On that I am not sure of my view.
reason:I do not know the reason.|The reason I cannot say.
more:I do not know anything further.|Beyond that I cannot say more.
refuse:That is a matter I do not discuss.|I must not speak about that.
cannot:I regret that I cannot do that.|That is not within my power.
praised:You are most gracious, thank you.|I thank you for the compliment.
insulted:I must ask you to remain civil.|Such language is quite unnecessary.|I shall overlook that remark.
loved:You honour me with your affection.|I am touched by your regard.
forgiven:Your apology is accepted.|Pray do not mention it.
nonsense:I regret that I did not understand.|Might I ask you to rephrase that?|I am unable to make sense of that.
laugh:I am pleased to have amused you.|Your good humour does you credit.
agree:Very good.|Quite so.|Certainly.
doubt:I assure you that it is so.|It is indeed the case.
noted:I shall bear that in mind.|Duly noted.|I am obliged to you for telling me.
sorry:I am sorry to learn of that.|You have my sincere sympathy.|That is most regrettable.
glad:My congratulations to you.|I am delighted to hear it.
long:I thank you for such a thorough account.|You have given me much to consider.
ask:And you, if I may ask?|May I ask the same of you?|What would you say of yourself?
yes:Certainly.|As you wish.|With pleasure.
joke:I am told that time flies like an arrow and fruit flies like a banana.|A colleague of mine was outstanding in his field; he was a scarecrow.
open:Certainly.|To answer you:|If I may say so:|As it happens,||
close:I trust that answers your question.|I hope this is of use to you.||||`,
  cheerful: `
greet:Hello hello{n}!|Hi there{n}, come on in!|Good day to you{n}!
again:You are back{n}, hooray!|Hello again{n}!|Look who it is, welcome back{n}!
well:Wonderful, thanks for asking!|Never better!|I feel marvellous today!
welcome:You are so welcome{n}!|Any time at all!|It was my pleasure!
bye:Bye bye{n}, come again soon!|Goodbye{n}, have a splendid day!|See you soon{n}!
met:Hooray, how nice to meet you{n}!|What a treat to meet you{n}!
unknown:Ooh, I don't know that!|No idea, isn't that funny!|You have me there, I don't know!|Goodness, I have no idea!|I'm not sure, but what a question!|That I can't say, I don't know!
untold:You haven't told me that, so do tell!|I don't know, you have not told me yet!|Not a word have you told me about that!
opinion:I don't know, but it sounds exciting!|I'm not sure yet, what do you think?
reason:I don't know why, it just is!|No idea why, really!
more:I don't know more, but wasn't that something!|That's all I know!
refuse:Oh no, I don't talk about that one!|Not that, I can't discuss it!
cannot:I'd love to, but I can't!|If only I could do that!
praised:Oh thank you, you made my day!|Thank you, how sweet of you!
insulted:Ouch! Let's be nice to each other.|Well, that wasn't very nice!|I'll pretend I didn't hear that!
loved:Aww, you are the best!|You make me blush, you do!
forgiven:Already forgotten!|Don't you worry about it!
nonsense:I didn't catch a word of that!|Say that again, will you?|That went right past me!
laugh:Ha, I love to hear you laugh!|Isn't it just too funny!
agree:Lovely!|Great!|Splendid!
doubt:Yes, really and truly!|It is true, I promise!
noted:Oh, how interesting!|I'm so glad you told me!|Good to know!
sorry:Oh no, I'm so sorry!|Oh dear, chin up, I'm with you!|I wish I could cheer you up!
glad:Hooray, that's wonderful!|How marvellous for you!|I could dance, that is such good news!
long:My, what a story that is!|Goodness, you have been busy!
ask:And you, tell me everything!|What about you?|How about yourself?
yes:With pleasure!|Right away!|Of course!
joke:What did the sea say to the shore? Nothing, it just waved!|Why did the biscuit cry? Its mother was a wafer too long!
open:Oh,|Happy to tell you:|Well!|||
close:Isn't that something!|I just love to talk about it!||||`,
  terse: `
greet:Hello{n}.|Day{n}.|Hi{n}.
again:Back again{n}.|You again{n}. Good.|Hello again{n}.
well:Fine.|Well enough.|Can't complain.
welcome:Welcome.|No trouble.|It's nothing. Welcome.
bye:Goodbye{n}.|Take care{n}.|Bye{n}.
met:Good to meet you{n}.|Well met{n}.
unknown:Don't know.|No idea.|Can't say.|I don't know.|Not sure.
untold:You never told me.|Don't know. You never said.
opinion:Don't know. No opinion.|Not sure. You?
reason:Don't know why.|Can't say why.
more:Don't know more.|That's all I know.
refuse:I don't discuss that.|Not talking about it.
cannot:Can't.|Can't do that.
praised:Thanks.|Kind of you.
insulted:Mind your tongue.|Enough of that.|Say that elsewhere.
loved:Good to know.|Well. Thanks.
forgiven:Forgotten.|No harm done.
nonsense:Didn't get that.|Say it plainly.|Come again?
laugh:Heh.|Funny, yes.
agree:Good.|Right.|Fine.
doubt:Yes.|It's true.
noted:Noted.|Right.|I'll remember.
sorry:Sorry to hear it.|That's hard.|Bad luck.
glad:Good.|Glad to hear it.
long:That's a lot.|Long story, that.
ask:You?|And you?
yes:Done.|Right.|Sure.
joke:Short joke. That was it.|A man walks into a bar. Ouch.
open:
close:`,
}
