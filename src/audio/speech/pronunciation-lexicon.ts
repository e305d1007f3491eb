/** Frequent words that rules of spelling get wrong, and the names of letters: `word=sounds` in ARPAbet. */
const WORDS = `
  a=AX|about=AX B AW T|again=AX G EH N|ah=AA|oh=OW|hey=HH EY|am=AE M|an=AE N|and=AE N D|animal=AE N IH M AX L
  |another=AX N AH DH ER|answer=AE N S ER|any=EH N IY|are=AA R|as=AE Z|away=AX W EY|be=B IY
  |beautiful=B Y UW T IH F AX L|because=B IH K AO Z|been=B IH N|before=B IH F AO R|behind=B IH HH AY N D
  |body=B AA D IY|bread=B R EH D|brother=B R AH DH ER|busy=B IH Z IY|brown=B R AW N|buy=B AY|down=D AW N|flower=F L AW ER|town=T AW N|crown=K R AW N|allow=AX L AW|castle=K AE S AX L
  |character=K EH R IH K T ER|child=CH AY L D|children=CH IH L D R AX N|city=S IH T IY|color=K AH L ER
  |come=K AH M|comes=K AH M Z|coming=K AH M IH NX|could=K UH D|country=K AH N T R IY|course=K AO R S
  |dead=D EH D|do=D UW|does=D AH Z|doctor=D AA K T ER|done=D AH N|don't=D OW N T|door=D AO R
  |dr=D AA K T ER|early=ER L IY|earth=ER TH|eight=EY T|enough=IH N AH F|ever=EH V ER|every=EH V R IY
  |eyes=AY Z|family=F AE M AX L IY|father=F AA DH ER|favorite=F EY V R IH T|find=F AY N D|floor=F L AO R
  |four=F AO R|friend=F R EH N D|friends=F R EH N D Z|from=F R AH M|garden=G AA R D AX N|girl=G ER L
  |give=G IH V|go=G OW|gold=G OW L D|gone=G AO N|good=G UH D|great=G R EY T|half=HH AE F|has=HH AE Z
  |have=HH AE V|he=HH IY|head=HH EH D|hear=HH IY R|heard=HH ER D|heart=HH AA R T|heavy=HH EH V IY
  |hello=HH EH L OW|her=HH ER|here=HH IY R|his=HH IH Z|home=HH OW M|hour=AW ER|hundred=HH AH N D R AX D
  |i=AY|idea=AY D IY AX|important=IH M P AO R T AX N T|into=IH N T UW|iron=AY ER N|is=IH Z
  |island=AY L AX N D|king=K IH NX|kind=K AY N D|knew=N UW|know=N OW|language=L AE NX G W IH JH
  |laugh=L AE F|library=L AY B R EH R IY|listen=L IH S AX N|little=L IH T AX L|live=L IH V|lives=L IH V Z
  |living=L IH V IH NX|lose=L UW Z|love=L AH V|machine=M AX SH IY N|many=M EH N IY|maybe=M EY B IY|me=M IY
  |meet=M IY T|memory=M EH M ER IY|minute=M IH N IH T|money=M AH N IY|month=M AH N TH|more=M AO R
  |morning=M AO R N IH NX|most=M OW S T|mother=M AH DH ER|mountain=M AW N T AX N|mr=M IH S T ER
  |mrs=M IH S IH Z|music=M Y UW Z IH K|my=M AY|never=N EH V ER|no=N OW|nothing=N AH TH IH NX
  |ocean=OW SH AX N|of=AX V|off=AO F|old=OW L D|on=AA N|once=W AH N S|one=W AH N|only=OW N L IY
  |open=OW P AX N|other=AH DH ER|our=AW ER|over=OW V ER|people=P IY P AX L|person=P ER S AX N
  |please=P L IY Z|pretty=P R IH T IY|pull=P UH L|push=P UH SH|put=P UH T|question=K W EH S CH AX N
  |read=R IY D|ready=R EH D IY|really=R IY L IY|remember=R IH M EH M B ER|right=R AY T|river=R IH V ER
  |road=R OW D|said=S EH D|says=S EH Z|sea=S IY|second=S EH K AX N D|secret=S IY K R AX T
  |seven=S EH V AX N|she=SH IY|should=SH UH D|shoes=SH UW Z|show=SH OW|sky=S K AY|snow=S N OW|so=S OW
  |some=S AH M|someone=S AH M W AH N|something=S AH M TH IH NX|son=S AH N|soon=S UW N|sorry=S AA R IY
  |spoke=S P OW K|story=S T AO R IY|strange=S T R EY N JH|sugar=SH UH G ER|sure=SH UH R|sword=S AO R D
  |talk=T AO K|the=DH AX|their=DH EH R|there=DH EH R|they=DH EY|thousand=TH AW Z AX N D|through=TH R UW
  |to=T UW|today=T UH D EY|together=T AX G EH DH ER|tomorrow=T AX M AA R OW|tonight=T AX N AY T|too=T UW
  |tough=T AH F|travel=T R AE V AX L|two=T UW|under=AH N D ER|until=AX N T IH L|used=Y UW Z D
  |very=V EH R IY|village=V IH L IH JH|voice=V OY S|want=W AA N T|war=W AO R|was=W AA Z|watch=W AA CH
  |water=W AO T ER|we=W IY|wednesday=W EH N Z D EY|welcome=W EH L K AX M|were=W ER|what=W AH T
  |where=W EH R|who=HH UW|whole=HH OW L|whose=HH UW Z|wild=W AY L D|will=W IH L|woman=W UH M AX N
  |women=W IH M IH N|wonderful=W AH N D ER F AX L|word=W ER D|words=W ER D Z|work=W ER K|world=W ER L D
  |would=W UH D|write=R AY T|year=Y IY R|years=Y IY R Z|yes=Y EH S|yesterday=Y EH S T ER D EY|you=Y UW
  |young=Y AH NX|your=Y AO R|b=B IY|c=S IY|d=D IY|f=EH F|g=JH IY|h=EY CH|j=JH EY|k=K EY|l=EH L|m=EH M
  |n=EH N|p=P IY|q=K Y UW|r=AA R|s=EH S|t=T IY|v=V IY|w=D AH B AX L Y UW|x=EH K S|z=Z IY`

/** By the word in lower case. */
export function loadPronunciationLexicon(): ReadonlyMap<string, readonly string[]> {
  return new Map(
    WORDS.split('|').map((entry) => {
      const [word = '', sounds = ''] = entry.trim().split('=')
      return [word, sounds.split(' ')]
    }),
  )
}
