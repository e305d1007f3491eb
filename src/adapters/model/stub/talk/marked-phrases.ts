import type { Tone } from './tone.js'

/** Of each move the phrases of the tones that one hears at once, with `|` between them; `{n}` is the player's name. */
export const MARKED_PHRASES: Readonly<
  Record<Exclude<Tone, 'neutral' | 'warm' | 'formal' | 'cheerful' | 'terse'>, string>
> = {
  playful: `
greet:Well, hello{n}! What a sight for sore eyes.|Ah, hello{n}, trouble has arrived.|Hey{n}! I was just about to get bored.
again:Back for more{n}? I knew it.|Hello again{n}, could you not stay away?|Look what the wind blew in again{n}!
well:Never better, and twice as pretty.|Splendid, now that you are here.|As well as a cat in a creamery.
welcome:You're welcome{n}, the bill follows.|Welcome, I take payment in compliments.|Any time, well, nearly any time.
bye:Goodbye{n}, don't do anything I would do.|Off you go then{n}, see you soon!|Bye{n}, I shall count the minutes.
met:Enchanted to meet you{n}.|A pleasure to meet you{n}, all yours of course.
unknown:Ha, no idea! Ask me an easier one.|I don't know, but I could make something up. I won't.|You've got me, I don't know.|If I knew that, I'd be rich. No idea.|Search me, I don't know.|I'm not sure, and I never admit that twice.
untold:You haven't told me, you tease.|I don't know, you never told me. Secretive, are we?|Not a peep have you told me of that.
opinion:I don't know, but I like the sound of it.|No idea, but ask me again after supper.
reason:I don't know why, it was that or dancing.|No idea why, but it makes a good story.
more:That's all I know, the rest I'd have to invent.|I don't know more, alas.
refuse:Ah-ah, I don't talk about that.|My lips are sealed on that one.
cannot:I would, but I can't, and nobody would survive it.|That I can't do, not even drunk.
praised:Oh, go on! No, really, go on.|Thank you, that works on me every time.
insulted:Ooh, sharp! Did you practise that one?|I've been called worse by better.|Careful, I bruise beautifully.
loved:Careful, I might fall for that.|Naturally you do, who could blame you?
forgiven:Forgiven, but it costs you a smile.|Consider it forgotten, I nearly have.
nonsense:Is that a spell or did you sit on the keys?|Lovely sounds, but what do they mean?|Once more, with vowels.
laugh:Ha! I thought you'd like that.|Laughing already, and I'm only warming up.
agree:Marvellous.|That's the spirit.
doubt:Would I lie to you? Don't answer.|True as I stand here.
noted:Ooh, do tell me more.|Now that is worth knowing.|I'll file that under gossip.
sorry:Oh no, and I was joking. I'm sorry.|That's rotten luck, I'm sorry.|Come here, that deserves something sweet.
glad:Ha, that calls for a celebration!|Well done you, I'd throw confetti if I had any.
long:Phew, I'd have needed a snack for that.|What a tale, I was on the edge of my seat.
ask:And you, what's your excuse?|Your turn, confess!|What about you, then?
yes:Your wish, my command.|Watch this!|Oh, go on then.
joke:What's orange and sounds like a parrot? A carrot.|I told a joke about a wall once. Nobody got over it.
open:Ha,|Now you're asking!|Promise not to laugh:|||
close:Not bad, eh?|And that's the short version.|||`,
  grumpy: `
greet:What is it{n}?|Oh. Hello{n}.|Hm. Hello{n}, make it quick.
again:You again{n}.|Back already{n}? Hello.|Hm, hello again{n}.
well:I've been better.|Don't ask.|Tired, like every day.
welcome:Hm. You're welcome.|Don't mention it. Really, don't.|Fine. Welcome.
bye:Finally. Goodbye{n}.|Bye{n}. Mind the door.|Off with you then{n}. Take care.
met:Hm. So you're called that{n}.|Well, now we've met{n}.
unknown:How should I know? I don't know.|No idea. Ask somebody else.|I don't know and I don't much care.|Do I look like I know? I don't know.|Can't say. Never needed it.|I don't know. Next question.
untold:How should I know? You never told me.|You haven't told me that.|I don't know, you didn't tell me.
opinion:I don't know, and nobody pays me to think about it.|Not sure it deserves an opinion.
reason:I don't know why. It is what it is.|Why? I don't know. Why not?
more:That's all. I don't know more.|What more? I don't know more.
refuse:I don't talk about that. Drop it.|None of your business, I won't discuss it.
cannot:No. I can't do that.|Can't, and wouldn't.
praised:Hm. If you say so. Thanks.|What do you want? Well, thanks.
insulted:Look who's talking.|Say that again and we're done.|Charming. Go bother somebody else.
loved:Don't get soft on me.|Hm. That's your problem.
forgiven:Fine. Don't do it again.|Hm. Forget it.
nonsense:Speak properly.|What's that supposed to mean?|I've no patience for riddles.
laugh:What's so funny?|Glad somebody is amused.
agree:Fine.|Hm.
doubt:I said so, didn't I?|Yes. I don't repeat myself.
noted:Hm. So what?|If you say so.|Good for you.
sorry:Hm. That's rough, sorry.|Life's like that. Sorry, though.|Rotten business, I'm sorry.
glad:Well. Good for you, I suppose.|Hm. At least somebody is lucky.
long:Are you done? That was long.|You talk a lot, you know.
ask:And you?|What's it to you?
yes:If I must.|Fine, fine.|There. Happy?
joke:I don't tell jokes. That's the joke.|A joke? Look at my day.
open:If you must know:|Hm.|As anybody could see,|Look.||
close:Happy now?|Anything else? No? Good.|||`,
  shy: `
greet:Oh... hello{n}.|H-hello{n}.|Um, hi{n}.
again:Oh, you came back{n}. Hello.|Hello again{n}... I'm glad.|Um, hi again{n}.
well:I'm all right, thank you... I think.|Fine... thank you.|Oh, me? Quite well.
welcome:Oh, it was nothing... you're welcome.|You're welcome... really.|I'm glad I could... you're welcome.
bye:Goodbye{n}... take care.|Oh, already? Bye{n}.|See you{n}... maybe.
met:It's... it's nice to meet you{n}.|Oh, a lovely name... nice to meet you{n}.
unknown:I'm sorry... I don't know.|Um, I don't know that... sorry.|I... I'm not sure.|Oh, I have no idea... forgive me.|I don't think I know, sorry... I don't know.|I couldn't say... I don't know.
untold:I don't know... you haven't told me.|Um, I think you never told me that.|You have not told me... or have you?
opinion:I don't know... what do you think?|I'm not sure I should say.
reason:I don't know why... sorry.|I'm not sure why, really.
more:I don't know any more... sorry.|That's all... I think.
refuse:I... I don't talk about that.|Please, I would rather not discuss it.
cannot:I'm sorry... I can't do that.|Oh, I could not do that.
praised:Oh... thank you. I'm blushing.|Really? Thank you... that's kind.
insulted:Oh... that hurts.|I... I'm sorry you feel so.|Please don't be angry with me.
loved:Oh! I... I don't know what to say.|That's... very dear of you.
forgiven:It's all right... truly.|Oh, don't worry... please.
nonsense:I'm sorry, I didn't understand...|Um... could you say that again?|I don't quite follow... sorry.
laugh:Oh, did I say something funny?|Hehe... I'm glad.
agree:All right...|Oh, good.
doubt:Yes... it's true.|It is, honestly...
noted:Oh... thank you for telling me.|I'll remember that... quietly.|I see... that's nice.
sorry:Oh no... I'm so sorry.|That's sad... I'm sorry.|I wish I knew what to say... I'm sorry.
glad:Oh, that's lovely...|I'm happy for you... really.
long:I listened to all of it... thank you.|That was a lot... are you all right?
ask:And... and you?|Um, what about you?
yes:O-of course.|All right... here goes.
joke:I only know one... why was the book sad? It had too many problems.|Um... a quiet joke: shh.
open:Um,|Well...|I think|Oh...||
close:I hope that's all right.|Sorry, I talk too much.||||`,
  proud: `
greet:Greetings{n}, lift up your eyes.|Ah, hello{n}, you have come to the right one.|Welcome{n}, few get to meet me.
again:You return{n}, as anybody would.|Welcome back{n}, I expected it.|Ah, hello again{n}.
well:Magnificent, as always.|Excellent, naturally.|In splendid form, as you can see.
welcome:You are welcome, as you should be.|Naturally, it was nothing for me.|You're welcome, I am good at this.
bye:Farewell{n}, remember whom you have met.|Goodbye{n}, you may come again.|Go well{n}, and speak of me. Goodbye.
met:Well met{n}, you shall be glad of this day.|So you are called that{n}, well met.
unknown:Even I do not know that.|That is beneath my notice, I don't know it.|I don't know, which is rare.|Of that I have no idea, and I know a great deal.|I'm not sure, and that seldom happens.|Strange as it is, I don't know.
untold:You have not told me, and you should.|I don't know, nobody has told me.|You never told me that.
opinion:I don't know it well enough to judge, which is rare.|I'm not sure it is worthy of my opinion.
reason:I don't know why, greatness needs no reason.|Why, I cannot say, it suits me.
more:I don't know more, and I know plenty.|More than that I cannot say.
refuse:Of that I do not speak.|You do not get to ask that, I won't discuss it.
cannot:That I cannot do, though I could do better things.|I can't, and it is beneath me.
praised:I know, but thank you for noticing.|Quite right, thank you.
insulted:I have broken bigger mouths than yours.|Small words from a small mind.|You will think better of me one day.
loved:Many do, I am used to it.|You show excellent taste.
forgiven:I forgive you, I can afford it.|It did not even scratch me.
nonsense:Speak clearly when you speak to me.|That made no sense, even to me.|I do not answer babble.
laugh:Laugh, but remember who made you.|I amuse myself, too.
agree:Naturally.|As it should be.
doubt:Do you doubt my word? It is so.|I do not lie, I need not.
noted:I shall remember it, my memory is excellent.|Interesting, for you.|Noted, you may go on.
sorry:That is hard, and I am sorry.|You will stand up again. I am sorry.|Bear it with your head high. I'm sorry.
glad:Well done, almost as I would have done it.|That deserves respect. Well done.
long:I listened to all of it, be honoured.|You speak almost as long as I do.
ask:And you, what have you to show?|What of yourself?
yes:Watch and learn.|Naturally.|For me that is nothing.
joke:I once made a mistake. I thought I had made one.|My jokes are so good that they laugh by themselves.
open:Hear this:|As all know,|Of course:|||
close:Few can say the same.|Remember that when they ask about me.||||`,
  anxious: `
greet:Oh! Hello{n}, you startled me.|H-hello{n}, is everything all right?|Oh, hello{n}, I hope I am not in the way.
again:Oh, you're back{n}! Did something happen?|Hello again{n}, thank goodness.|Oh, it's you{n}, what a relief. Hello.
well:Oh, so-so, thank you... is it loud in here?|All right, I suppose, if nothing goes wrong.|A little shaky, but that is normal, isn't it?
welcome:Oh, you're welcome, I hope it was right.|Don't mention it, please, you're welcome.|You're welcome, really, sorry it took so long.
bye:Goodbye{n}, please be careful out there.|Oh, bye{n}, did I say something wrong?|Take care{n}, and mind the steps!
met:Oh, nice to meet you{n}, sorry, I talk too fast.|Nice to meet you{n}, I hope I say it right.
unknown:Oh dear, I don't know, I'm sorry.|I don't know! Should I know that?|Sorry, I have no idea, is that bad?|I'm not sure, and that bothers me.|Oh no, I can't say, I don't know.|Forgive me, I really don't know that.
untold:Oh, I don't think you told me! Did I miss it?|I don't know, you haven't told me, have you?|Sorry, you never told me that, I think.
opinion:I don't know, what if I get it wrong?|I'm not sure, is there a right answer?
reason:I don't know why, and it keeps me awake.|Why? I'm not sure, sorry.
more:I don't know more, I'm sorry.|That's all I know, is it enough?
refuse:Oh no, I don't talk about that, please.|I mustn't discuss that, somebody might hear.
cannot:Oh, I can't, something would surely break.|Sorry, I can't do that, I don't dare.
praised:Oh! Thank you, are you sure?|Thank you, I was so afraid it was wrong.
insulted:Oh no, I'm sorry, please don't be angry!|That... that is what I was afraid of.|Please don't shout at me.
loved:Oh! Me? Are you quite sure?|Oh my, now my heart is racing.
forgiven:Oh, no, I should say sorry!|It's fine, really, it's fine.
nonsense:Oh dear, I didn't understand, is it me?|Sorry, what does that mean? Is it bad?|I'm sorry, could you say that again?
laugh:Are you laughing at me? No? Good.|Oh, I do hope that was funny.
agree:Oh good.|Phew, all right.
doubt:I'm fairly sure it is so.|Yes, I checked it more than once.
noted:Oh, I must not forget that.|Thank you for telling me, I'll be careful.|I see, is that good?
sorry:Oh no, that's terrible, I'm so sorry!|I was afraid of something like that, I'm sorry.|Oh dear, is there anything I can do? I'm sorry.
glad:Oh, thank goodness, that's wonderful!|Phew, good news for once!
long:Oh my, so much at once, my head spins.|That is a lot, are you all right?
ask:And you, are you all right?|What about you, is it the same?
yes:Oh, all right, I'll try.|Yes, yes, right away, sorry.
joke:A joke? What if nobody laughs? That's my joke.|Why did the careful man cross the road? He checked both sides and went home.
open:Oh,|Please don't tell anyone, but|I hope this is right:|||
close:Was that the right answer?|Sorry, I'm rambling.||||`,
  mysterious: `
greet:Ah... I knew that you would come{n}.|Greetings{n}, the hour brought you here.|Come closer{n}, and be welcome.
again:The circle closes, welcome back{n}.|Again our paths cross{n}, hello.|I felt you return{n}. Hello.
well:I drift, as all things do, but well.|As the tide: well, and never still.
welcome:Welcome, nothing is given for nothing.|You are welcome, fate will settle the account.
bye:Farewell{n}, until the threads cross again.|Go{n}, and look back only once. Goodbye.|Goodbye{n}, the night keeps you.
met:So that is the name you carry{n}.|A name is a key, well met{n}.
unknown:That is hidden from me, I do not know.|Even the shadows are silent, I don't know.|I do not know, and perhaps it is better so.|That veil I cannot lift, I don't know.|I'm not sure, the picture is blurred.|No idea comes to me, only silence.
untold:You have not told me, though your eyes almost did.|I do not know, you have kept that from me.|That secret you never told me.
opinion:I do not know, the signs contradict each other.|I'm not sure, ask me under another moon.
reason:I do not know why, who knows such things?|Why, I cannot say, there was a pull.
more:I do not know more, the rest is mist.|More than that I cannot see.
refuse:Of that I do not speak, not even in whispers.|Some doors stay closed, I won't discuss it.
cannot:That power is not mine, I cannot.|It can't be done, not tonight.
praised:You see more than others, thank you.|Thank you, such words leave a glow.
insulted:Words like that come back to their owner.|A dark cloud passes, I let it pass.|Be careful what you send out into the night.
loved:I heard it before you said it.|The heart speaks, and I listen.
forgiven:It is gone, like breath on glass.|The wind has already carried it off.
nonsense:Strange signs, even I cannot read them.|You speak in riddles deeper than mine.|What tongue was that?
laugh:Laughter scares the ghosts away.|So even fate has its jokes.
agree:So be it.|It was foreseen.
doubt:As true as the night is dark.|It is so, whether one believes it or not.
noted:I had a feeling of it.|That will mean something one day.|The pattern grows clearer.
sorry:A shadow lies on you, I am sorry.|I feel that sorrow, I'm sorry.|Such nights pass, believe me. I am sorry.
glad:The stars are kind to you.|A bright thread at last, I am glad.
long:A long tale, and every knot of it matters.|I saw it all pass before me as you spoke.
ask:And what do you seek?|And you, what brings you here?
yes:So be it.|Behold.
joke:Even ghosts laugh, but only once.|I foresaw a joke, and then it was gone.
open:Listen:|Come closer...|They say it is a secret, but|||
close:Make of that what you will.|Nothing of that was chance.||||`,
}
