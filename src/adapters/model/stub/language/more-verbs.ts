/**
 * Further verbs in their base form: those of WordNet 3.1 that its texts have and that are hardly ever nouns or adjectives.
 * Written by .config/list-verbs.js; docs/decisions/0016 has the licence, and says why nothing else was taken.
 */
export const MORE_VERBS = `abandon abet abhor abide abolish abound abridge abrogate absorb abstain abuse accede accelerate accentuate accommodate
accompany accomplish accord accost accredit accrue acculturate accumulate accuse accustom achieve acknowledge acquaint
acquiesce acquire acquit activate actuate adapt adhere adjoin adjourn adjust administer admit admix admonish adopt
adore adorn adsorb advertise advocate affect affirm affix afford aggravate agitate alienate alight align allege
alleviate allocate allot alter amass amaze amend amplify amputate analyse analyze annihilate annoy antagonise
anticipate appease append applaud appoint apportion appraise appreciate apprehend arbitrate argue arise arouse
arrogate ascend ascertain ascribe aspire assail assert assess assign assimilate assume assure astonish astound atone
attain attest attract attribute attune augment authenticate automate avenge avert await awaken babble bandy banish
bask bawl beautify beckon befall befit befog befriend befuddle beget beguile behead behoove belabor belie bellow
bemoan bend berate beseech beset besiege besmirch bestow bet bethink betray bevel beware bewilder bewitch bid bide
bilk birdie blab blacken blame blanch blaspheme blurt blush bode boggle bounce brace brighten broaden browbeat bruit
bump burgeon bushwhack cackle calcify calculate calibrate calumniate cancel capitulate captivate castigate cater
cavort cerebrate certify chant cherish chide chivy choke choreograph chortle chuckle chuff circulate circumscribe cite
clamber clamp clarify clasp classify cleanse cleave cling clog clomp clothe clutch coagulate coalesce coax coddle
codify coerce coexist cohere coincide collaborate collate commandeer commemorate commence commend commiserate commit
communicate compare compel compensate compete compile complicate comply comprehend comprise compute concede conceive
conciliate conclude concoct concur condemn condense condone confer confide confine confirm confiscate conform confound
confront congeal congratulate congregate conjoin connote consign consist consolidate conspire constitute constrict
construct construe consult consume consummate contaminate contemplate contend continue contradict contribute contrive
convene converge converse convert convey convict convulse cooperate coordinate cope correlate correspond corroborate
corrode cosponsor counteract covet cower cram crave creep cremate cringe criticise croon crouch crucify cruise crumble
crumple crush culminate cultivate curl curtail dabble dampen dangle darken dart dash daunt deaden debilitate deceive
decelerate decertify declaim declare decompose decry dedicate deduce deduct deem deepen defecate defer defraud defray
defrost defy degrade deign delegate delimit delude delve demarcate demean demolish demonstrate demote denote denounce
depart depict deplore deploy depose deprave depress deprive deride derive desecrate designate despoil destine detach
detain detect deter deteriorate determine detonate detract devastate devise devote devour diagnose dialyze differ
dignify digress dilate dilute diminish dine dip disable disabuse disallow disapprove disarm disassemble disband
disbelieve disburse discern disclose discontinue discourage discriminate discuss disengage disentangle dishearten
disintegrate disinter dislodge dismember dismiss dismount disobey disown dispel dispense disperse displace dispose
disprove disqualify disrobe disrupt dissect dissemble disseminate dissipate dissolve dissuade distill distinguish
distort distract distribute disturb diverge divert divest divide divulge dominate domineer donate downgrade doze drill
drip dump dwell dwindle ease edify efface effectuate effloresce ejaculate eject elapse elate elect elevate elicit
eliminate elongate elucidate elude elute emanate emancipate emasculate embark embarrass embed embellish embezzle
embitter embody embolden emboss embroider embroil emerge emit empower emulate enable enact encamp encase enchant
encipher enclose encompass encroach encrust endanger endear endorse endow enervate enforce engage engender engrave
engross engulf enhance enjoin enlist enliven enmesh enquire enrage enrich enrol enroll ensconce enshrine ensue ensure
entail enthrall enthrone entice entitle entomb entrench entrust enumerate enunciate envelop envisage envision equate
equilibrate equip eradicate erode err erupt eschew espouse etch evacuate evade evaluate evaporate eventuate evoke
exacerbate exalt exasperate exceed excel excite exclaim exclude excoriate execute exemplify exert exhale exhaust
exhibit exonerate exorcise expedite expel expend expiate expire explode exploit expose expound express expunge extend
extenuate exterminate extinguish extirpate extrapolate extricate extrude exude facilitate falsify falter fascinate
fasten fathom fatten faze feign felicitate finance flatten fling flocculate flog flop flounder flourish flout
fluoresce forecast foreclose forego foreknow foresee foreshorten forestall forgo formulate forsake forswear fortify
foster fractionate fret frizzle frogmarch frustrate fulfil fulfill fumble furl furnish fuss gain gallop generate
germinate gesticulate gird glaze glint glom glorify glower glue gnash gnaw gouge grab grapple grasp gratify graze
greet grieve grope grovel grumble grunt gush guzzle gyrate halt handle hanker harden harshen hasten haul heave heed
heighten hibernate hinder holler hook hug humiliate hurl hurtle identify ignite illuminate illumine illustrate imbed
imbibe imitate immerse impair impale impart impede impel imperil impersonate impinge implore imply impose imprecate
imprison improve improvise impute inaugurate incapacitate incise incite inclose incorporate incubate inculcate incur
indicate indict indoctrinate indorse induce induct indulge infect infer infest infiltrate inflame inflate inflect
inflict infuriate ingest inhabit inhibit initiate inject injure innovate inquire inscribe insert instal instigate
institute instruct insulate integrate intensify inter interact intercede intercept interconnect interfere interject
interlace interpose interpret intersect intertwine intervene interweave intimidate intone intrude intrust inure invade
invalidate inveigh invert invoke involve iodinate irrigate isolate itch jerk justify juxtapose kick kidnap knead
lacerate lag languish lash laze legislate lengthen lessen levy liberate lick lighten linger liquidate locate lodge
loiter loom loosen lower lug lunge lurch lurk magnify malinger maltreat manifest manipulate mar marinate marvel mean
meddle mediate meditate mention merge metamorphose migrate militate mingle miscarry misconstrue misgauge misinterpret
misjudge mislay mislead mismanage misname misperceive misplace misread misrepresent mitigate modify moisten molest
mollify monitor motivate mount murmur muse muster mutilate mutter mystify nab narrate nasale necessitate nestle nod
nominate notify nourish nucleate nuzzle oblige obliterate obsess obstruct occlude officiate offsaddle offset ogle omit
oppress ordain orient originate ossify oust outclass outdistance outdo outdraw outface outfight outgeneral outgrow
outmaneuver outmode outnumber outplay outrun outsmart outstrip outweigh overeat overexpose overfeed overfill overheat
overindulge overlap overlook overpower overproduce overreach overshadow overstep overturn overwhelm oxidise pacify
pack pamper pant paralyze parch pare partake participate peck peddle peer penetrate perceive perch perish permeate
permit perpetrate perpetuate persecute persevere persist personify pertain perturb peruse pervade pester petrify
pilfer pinch plague plead please plod plunge poach poke ponder pop populate portend portray pose postpone prearrange
precede precipitate preclude predominate preisolate preoccupy preside press presume presuppose prevail prise probe
proceed proclaim procure prod profess prohibit prolong promote prompt promulgate pronounce propel prophesy propose
proscribe prosecute prosper protrude provide provoke pry puff pulsate pummel punctuate pupate purify purl purloin
purport puzzle qualify quash quell quench quicken quiver quote radiate ram ransack rap rape ratify reactivate readapt
readjust reaffirm realign reap reappear rearrange reassail reassemble reassert reassign reassure reawaken rebut
recalculate recapitulate recapture recede reckon reclaim reclassify recollect reconcile recondition reconnoiter
reconsider reconstruct reconvene reconvert recopy recount recoup recreate recur redden redecorate rededicate redeem
redefine redirect rediscover redistribute redouble reecho reelect reenact reenforce reestablish reevaluate reexamine
refashion refinance refine reflect refuel refurbish refute regain regale regard register regroup regulate rehabilitate
rehearse reimburse reinforce reinstall reinstate reinterpret reiterate rejoice rejoin relace relate relearn relegate
relent relieve relinquish relive reload relyric remarry reminisce remodel remonstrate rename rend render renew reopen
repay repel repent rephrase replant replenish repress reproduce repudiate require reread reschedule rescind reseal
resemble resettle reshape reside resift resmudge resolve resort resound respond restate restock restrain resume
resurrect resuspend retain retaliate retie retrace retract retranslate retrieve reunite revamp reverberate reverse
revert revile revise revive revolve rid rip ripen rive roast roleplay roll rotate roughen rouse rove rustle sadden sag
salivate satiate satisfy saturate savor scamper scan scarify scoff scoot scramble scrounge sear secede seclude secrete
secure seep segregate select sever shatter shed shelve shirk shorten shove shudder shuffle shun sicken sidle sift
signify simmer simulate situate skip skulk slacken slam slap slash slink slurp smash smite smother snap snatch snort
snub soar soften solder solicit soothe sorb spang spare specify sponsor sprawl spread sprinkle sprout spurn stagger
stalk startle steer stiffen stimulate stipulate stoke stoop stow straddle straighten strangle stratify strew strive
stumble stun subdue subjugate submerge submit subscribe subside subsist substantiate subtend subvert succumb suck sue
suffice suffocate suffuse summate summon sunder superimpose superintend supersede supervise supplant supplicate
suppose suppress surmount surpass suspend sustain sway swoop synthesise tabulate tack tailor tap tarry teem televise
terminate terrify testify thicken thresh thrive throb thrust thump thwart tighten tilt topple totter tramp trample
transact transcend transcribe transfix transform transgress transmit transmute transpirate transpose traverse trot
trudge tuck tug tumble tweeze twine twitch typify unclasp uncork uncover uncurl underlie underline undermine underpin
underrate understate undertake underwrite undo undulate unearth unfasten unfold unhitch unify unlace unlash unleash
unload unmask unravel unscramble unscrew unsheathe unsolder unteach unthaw untie unveil unwind unwire uphold upholster
upraise uproot urge usurp vacate validate vanquish veer venerate ventilate verify vex vibrate vie vindicate violate
vivify vouch vouchsafe waive wallop wallow warrant waver waylay weaken wean weep welcome wend wheedle whet whip whirl
whiten widen wield wiggle wink withdraw wither withhold withstand woo woolgather worsen wreak wreathe wreck wrench
writhe`
