import { lemmaOf } from './lemma.js'

/**
 * What people think of together, in lists between semicolons: the first word, and what is told with it. Whoever asks for
 * the restroom may find it in a sentence with toilets, and where somebody is from in one with a hometown. This says less than
 * words that are alike (`alike-words.ts`) or of the same situation (`situations.ts`): it only makes a sentence one of
 * those that are weighed where the rules are sure of none (`answer/likelihood.ts`).
 */
const ASSOCIATIONS = `birth born birthplace birthday newborn cradle midwife foundling baby infant; childhood child boy girl young youth youngest grew upbringing
raised toddler teenager; age aged old older oldest young younger youngest elderly years birthday seventy sixty fifty; die death dead died
killed drown drowned choke choked perish perished grave buried funeral fatal poisoned hanged fell executed shot lost passed; alive living
dead ghost survive survived immortal undead; murder kill killer poison stab strangle victim corpse murderer assassin; marry married marriage
wedding wed bride groom husband wife spouse widow widower engaged fiancee bachelor single divorce divorced wedded; sweetheart lover
boyfriend girlfriend engaged fiancee love romance romantic crush court courted date dating kiss; divorce divorced separated ex left split
husband wife; mother mum father dad parents stepmother stepfather foster orphan orphaned; sibling siblings brother sister twin youngest
eldest oldest elder younger; child children son daughter kids offspring grandchildren pregnant baby heir; family relatives clan kin aunt
uncle cousin niece nephew grandmother grandfather ancestors household; orphan orphanage foundling adopted foster abandoned parents; name
called nickname named christened known title alias surname; nickname called known call alias; title rank sir lord lady knight baron count
duke captain doctor master; job work profession occupation trade employed employer career business earn wage salary worked apprentice
operator clerk assistant waiter; career retire retired quit gave packed stopped fought played years; retire retired pension quit stopped
left resigned end ended career packed; hire hired recruit recruited employ employed taken staff job; boss employer manager chief head
foreman owner superior orders captain commander director; colleague crew team staff partner workmate assistant deputy mate; apprentice
apprenticed learned trained taught master pupil journeyman; fired sacked dismissed expelled banished lost job; office desk clerk paperwork
administration secretary reception; business shop company firm founded startup enterprise trade customers; company firm founded founder
business brand corporation enterprise; found founded founder start started opened begun established set created build built; found find
discovered discover unearthed spotted stumbled turned; school pupil class lessons teacher exam homework classroom headmaster; study studied
university college degree graduated graduate education student academy course thesis subject diploma; degree doctorate phd master diploma
graduated qualification; learn learned taught teach trained practise practice lessons self-taught studied; teacher taught tutor mentor
master professor instructor lessons coach; exam test pass failed marks grade certificate; skill talent good gift able ability expert best;
language speak speaks fluent tongue english french german spanish italian latin accent dialect; talk speak conversation chat gossip voice
words; voice sing singer sound speak accent hoarse whisper; read reading book books novel library literate illiterate letters; write wrote
written author book novel poem letter diary journal pen ink notebook; letter mail post wrote envelope postcard correspondence stamp; diary
journal log notebook notes; secret secretly hidden hide never told nobody knows confess truth; lie lied lying cheat deceive trick fraud
forged fake; live lives home house flat cottage hut dwell village town lodgings address street apartment attic cellar barn tower above; home
hometown village town city country region native; house home built roof rooms floor cottage villa mansion; room bedroom chamber attic cell
loft cellar; neighbour neighbours street door next village; move moved settle settled emigrated left arrived came; country nation homeland
abroad emigrated foreign passport; city town capital village district quarter; travel travelled journey trip voyage tour abroad trains
tickets luggage; journey trip ride voyage crossing route takes hours nine minutes way passage; ride trip tour cable cabin minutes; tour
visit guided starts begins meet guide exhibits; visit visitors visiting opening hours admission entrance tickets; tourist visitor guest
traveller sightseeing; map chart route path way directions; direction way left right straight turn corner street road next opposite behind;
place location situated stands lies corner beside opposite behind next; far distance miles kilometres away walk steps near; walk walking
foot stroll hike steps path descent; walk dog leash lead; climb climbed mountain peak summit rope ascent hill steep; mountain peak summit
alps ridge valley hut glacier; train railway station platform locomotive engine track carriage tram; bus coach driver stop timetable; car
drive driver vehicle van truck lorry engine licence jeep wheel reverse gear brake; drive drives drove car van truck steering; bicycle bike
cycle pedal saddle wheel; motorbike motorcycle scooter ride; plane fly flight airport pilot airline wings cabin; luggage bag bags suitcase
baggage cabin hand trunk backpack; ship boat vessel schooner ferry sail sailed voyage deck captain crew barge; sail sailing sails boat mast
sea wind; boat rowing oar canoe kayak punt; harbour port dock quay pier anchor; sea ocean coast shore waves tide beach; island isle
archipelago; river stream lake water bank canal lock; lake pond pool water swim; beach sand shore bathe swim lifeguard; swim swam swimming
drown pool bathe; dive diver underwater depth reef; fish fishing fisherman net catch rod angler trout eel; bridge cross crossing river;
weather rain snow storm sunny wind forecast fog cloudy; storm thunder lightning gale hurricane; snow winter ice cold frost frozen; ice skate
skating rink frozen; cold freeze freezing winter frost chilly; hot heat warm fire summer sun; fire flames burn burnt burned fireplace stove;
flood flooded water high; season spring summer autumn winter; spring blossom april may bloom; winter snow december cold january; wake woke
awake asleep sleep dream waken crocuses; sleep asleep bed nap dream night insomnia snore; dream dreams dreamed nightmare wish sleep; night
midnight dark moon evening; morning dawn breakfast sunrise early wake; evening dusk supper sunset night; noon midday lunch; weekend saturday
sunday; day today daily monday tuesday wednesday thursday friday; holiday vacation break christmas easter travel; christmas december tree
presents santa eve; festival fair carnival feast celebration market; party celebrate celebration birthday guests feast; time clock watch
hour minutes oclock; clock watch hands chime tick dial; hours open opens opening closed closes daily daytime weekdays; start starts begin
begins beginning first opens; end ends finish closes over last until; wait waiting queue delay takes days weeks until; late delay delayed
punctual hurry; deadline before until due; calendar date month year day; year years century decade; history past ancient old century
founded; food eat meal dish dishes menu kitchen cook supper lunch breakfast dinner snack hungry; eat eats ate food diet meal feed swallow
chew taste; breakfast porridge eggs toast morning coffee; dinner supper roast stew evening meal; dessert cake pudding pie sweet ice-cream
pastry chocolate; sweet sugar candy chocolate honey cake; bread baker bakery loaf dough flour oven rolls rye; cheese dairy milk cheesemonger
rind; meat beef pork lamb chicken ham sausage butcher venison; fish herring cod salmon trout eel sardine mackerel seafood oysters;
vegetables cabbage carrots onions beans potatoes leeks garden; fruit apple pear plum berries orchard cherries grapes; soup broth stew bowl;
spice pepper cinnamon saffron chilli curry; salt salty sea; olive olives oil deli; cook cooks cooked kitchen recipe stove pan chef; recipe
ingredients cook secret flour; restaurant inn tavern pub bar cafe diner bistro waiter menu; pub inn tavern bar beer ale landlord innkeeper
drink; drink drinks drank tea coffee beer wine whisky cup glass thirsty bottle; tea cup kettle pot sugar leaves; coffee espresso cup beans
roast; beer ale brew brewery pint; wine vineyard grapes bottle cellar; alcohol wine beer whisky sober drunk drink teetotal; smoke smoking
pipe cigarette cigar tobacco; vegetarian vegan meat plants; allergic allergy penicillin nuts peanuts pollen react; medicine drug pill
penicillin remedy pharmacy tablets herbs; pharmacy apothecary chemist shop medicine; doctor physician surgeon nurse hospital patients
clinic; hospital ward nurse clinic surgery patient; patient patients ill treat treated sick; nurse hospital patients care; ill illness
disease sick fever plague flu consumption cancer; hurt injured injury wound scar broke broken accident pain; pain ache hurts sore; wound
scar hurt cut stitches; accident crash fell injured; leg knee foot ankle limp lame; arm hand elbow wrist finger shoulder; hand finger
fingers thumb left-handed; eye eyes blind sight glasses see; ear ears deaf hear hearing; nose smell; mouth teeth tooth lips tongue; hair
bald beard moustache wig curls; beard moustache whiskers shave chin; face look looks eyes nose cheeks; heart beats chest; back spine
shoulders; skin scales fur feathers; appearance look looks wear hair eyes tall height coat; tall height metre metres feet short high; weigh
weight heavy mass kilos kg pounds tons; heavy weight kg kilos load; big size large tall length metres; small tiny little short; clothes wear
wears dress coat hat boots shirt trousers uniform jacket gown; hat cap hood helmet bonnet crown; shoes boots sandals slippers sole; coat
jacket cloak apron shawl; ring necklace brooch jewel jewellery earring bracelet; jewel gem diamond ruby emerald pearl; uniform badge coat
cap; sew tailor seamstress needle thread dress; knit knitting wool scarf sweater; colour red blue green black white yellow grey brown; paint
painter painting picture canvas brush portrait; draw drawing sketch pencil; picture photo photograph portrait camera; sculpture statue carve
carved stone marble; art artist gallery museum exhibition; museum exhibit exhibits collection gallery display curator; collection collect
collects collected pieces items; exhibit piece object display collection; piece work object item; theatre stage play actor actress role
perform; film movie cinema actor screen; dance dancer dancing ballet waltz; music musician song play instrument band concert tune; song sing
melody ballad lullaby tune; sing singer choir opera song voice; instrument violin piano guitar cello flute drum trumpet accordion fiddle
harp organ; band orchestra group musicians choir; concert performance stage audience hall; radio broadcast programme show listeners station;
television tv series show; game play chess cards dice board; chess game match tournament opponent grandmaster; cards poker bridge deck;
sport football tennis boxing rowing running match; football goal team match player striker; match game fight bout contest final tournament;
tournament tourney joust cup competition champion victor; win won winner victory victor champion prize medal beat; lose lost beaten defeat
defeated loser; beaten lost defeated loser; prize medal award trophy cup honour reward; champion championship title belt winner; title
championship belt champion; box boxer boxing ring fight knocked middleweight punch; ring boxing rope fight; fight fought battle duel quarrel
brawl fists; coach trainer train team players; train training practise exercise tuesdays; practise practice train training rehearse; team
side captain players club; run runner running race marathon; race racing winner finish speed; fast speed quick swift miles; strong strength
muscles lift; exercise gym training sport run; hobby free pastime spare collect enjoy paint garden; spare free leisure hobby weekends; busy
nowadays now days run spend; spend time days free; toy doll puppet teddy; puppet puppeteer theatre strings marionette; magic wizard witch
spell wand potion enchanted sorcery; spell curse cursed enchantment magic; curse cursed doom bound; witch broom cauldron spell hedge; dragon
hoard gold fire scales lair; ghost haunt haunted spirit spectre; monster beast creature troll ogre; giant troll ogre huge; fairy elf dwarf
goblin pixie; human person man woman people species dwarf elf robot machine; species kind animal creature breed; robot machine android built
programmed circuits battery; battery charge charged recharge power runs flat energy solar; power energy battery electricity solar run;
computer software program code server keyboard; code program programmer software language; internet online website web; phone telephone call ring mobile; number digits; pin secret number code; password code pin secret; key lock unlock door; door gate entrance;
window glass pane; machine engine motor device mechanism; engine motor steam machine; tool tools hammer saw chisel; repair mend fix fixed
broken restore; broken break broke repair mend; build built builder construct construction erected made; built made inventor maker created
designed; inventor invented invention created maker built; make made maker craft produce; material made wood stone iron glass clay; wood
timber oak pine carpenter carve; iron steel smith forge anvil; gold silver coins treasure rich; glass glassblower bottle furnace; clay
pottery potter kiln; stone rock quarry mason; paper parchment sheet ink; cloth fabric linen silk wool; leather hide tanner shoes; money
coins cash pay price cost euros pounds dollars bank wages savings; price cost costs charge euros pounds dollars pence fee ticket cents; cost
price pay euros pounds dollars; pay paid wage price money cash card; cash card pay coins note; card bank cards credit pin account; bank
account savings loan money cashier; withdraw cash machine atm money limit; refund money back return returned reimbursed; return returned
back refund exchange; buy bought purchase shop sell price; sell sells sold seller stall market shop candles goods; shop store stall market
counter sells customers; market stall square saturday; customer customers client clients buyers guests; client clients customers patients
coach; expensive dear price costly cheap; discount cheaper reduced half free; free nothing cost charge; rich wealthy money gold fortune;
poor poverty penniless money; debt owe owes owed loan borrowed; owe owes debt; rent landlord tenant lease; own owns owner belongs possess
present property; owner owns belongs present landlord proprietor; belong belongs owner lends owns; borrow borrowed lend lends lent loan;
steal stole stolen thief theft robbed robber; thief thieves robber burglar pickpocket stolen; lose lost missing found property mislaid; lost
missing mislaid left property found; gift present give gives gave send birthday received; present gift give send sent gives; give gives gave
gift hand; send sends sent post parcel; parcel package delivery post deliver; delivery deliver delivered arrive days; arrive arrives arrival
comes due reach; leave left leaves go went away depart; stay stayed remain lodge night; enter entrance inside admitted; escape fled escaped
flee ran; return returned back home came; rescue saved save rescued brought; save saved rescued lives; help helps helped assist aid; protect
guard defend watch; guard guards watch watchman sentry; watch watching guard lookout; police policeman detective officer arrest inspector;
detective case clue investigate solve; crime criminal theft murder prison; prison jail cell prisoner locked; law lawyer court judge trial;
judge court trial verdict; punish punishment fine prison; war soldier battle fought army front; soldier army regiment war officer; army
regiment soldiers general; navy fleet admiral ship; battle war fought field; weapon sword knife gun spear axe bow; sword blade steel; bow
arrow archer; archer bow arrows; shield armour helmet; king queen throne crown reign palace; queen king crown; castle tower walls moat
fortress; tower castle lighthouse steps; lighthouse lamp light keeper beacon; lamp lantern light candle lamps; candle wax wick light; light
lamp sun bright; dark darkness night shadow; shadow dark; god gods faith church pray religion; church chapel priest bells service; priest
monk nun vicar bishop; monk monastery abbey brother; nun convent sister abbess; pray prayer church; bell bells ring tower; devil demon hell;
angel heaven; believe faith trust; trust friend loyal believe; friend friends mate companion pal; friend best closest; enemy foe rival hate
feud; rival competitor enemy competition; hate hates hated dislike loathe cannot stand bother annoys; annoy annoys nerves irritates bothers
hate hates; bother bothers annoys; like likes love loves enjoy favourite fond adore; favourite best like prefer love; best favourite finest
prefer; prefer rather favourite better; love loves loved adore; fear fears afraid scared terrified frightened phobia dread; afraid fear
scared heights spiders; scared afraid fear; brave courage fearless; danger dangerous risk biting eels careful avoid harmful; dangerous
danger poison bite biting beware; safe danger safety; warn warning beware danger; bite bites bitten teeth; careful beware avoid never; angry
anger furious temper mad; temper angry patient; sad unhappy cry grief mourn; cry wept tears; happy glad joy smile; laugh joke funny smile;
joke funny laugh; proud pride achievement best; proudest pride best achievement; ashamed shame regret; regret sorry regrets mistake wish
never; mistake wrong error regret; sorry regret apologise; wish wishes hope want dream; hope wish want; want wants wish would; plan plans
planning intend future next; future plan plans next someday; goal aim dream plan; dream wish want; ambition dream goal hope; miss misses
missed homesick; lonely alone nobody company; alone lonely nobody solitude; bored boring dull; tired weary exhausted; surprise surprised
shock; worry worried anxious nervous concern; nervous anxious shy; shy quiet nervous; habit always every usually routine; routine every
daily day usually; always every never usually; never not ever; weakness vice weak flaw bad; strength strong good; character temper nature;
clever smart wise intelligent; stupid fool foolish; strange odd weird peculiar; special unusual unique different; famous known celebrated
renowned; popular famous favourite; important main matters; true truth real really; rule rules allowed forbidden must law; allowed forbidden
permitted may rules pets; forbidden banned prohibited not allowed; permission allowed ask; must have need required; need needs require
bring; bring take carry with; carry carries carried bear load hold; hold holds room seats capacity fits; seats holds capacity people persons
passengers; capacity holds seats room persons; passenger passengers travellers seats; crowd people many; people persons men inhabitants;
population inhabitants people live; member members belong club; club society association members; group party band team; leader head chief
leads; rule ruled reign king; vote election mayor elected; mayor town council; politics government president minister; animal animals pet
beast creature dog cat bird horse; pet pets dog cat rabbit parrot hamster tortoise; dog puppy hound terrier collie spaniel kelpie poodle
mongrel labrador sheepdog bitch dachshund husky; cat kitten tomcat tabby; horse mare stallion pony foal saddle stable mule ride; donkey
mule; cow cattle calf bull milk dairy; sheep lamb flock shepherd wool ewe ram; goat kid billy nanny; pig sow hog boar piglet; chicken hen
rooster eggs cockerel; duck goose geese swan; bird birds parrot raven crow owl gull sparrow falcon pigeon; owl bird night; fox wolf bear
badger; wolf wolves pack; bear cub; mouse rat mice; rabbit hare; snake serpent viper; spider web; bee bees hive hives honey beekeeper swarm;
insect insects bug beetle ant moth butterfly; frog toad newt; whale dolphin seal; elephant lion tiger zoo; vet veterinarian animals surgery;
feed feeds fed food; breed race kind; tree trees oak birch pine willow leaves branches; forest woods wood trees; flower flowers rose lily
tulip bloom blossom crocuses; garden gardener plants flowers vegetables; plant plants grow grows grown seeds; seed seeds sow grow; herb
herbs remedy plants; mushroom fungus; farm farmer field barn crop cattle; farmer farm field harvest; harvest crop autumn; field meadow farm;
soil earth ground; moon lunar full; star stars planet sky astronomer telescope; planet world mars earth; space spaceship rocket station
orbit astronaut; spaceship ship vessel rocket; sun sunlight solar; sky stars clouds; scientist research laboratory science experiment;
research study science discovered; experiment laboratory test; discovery discovered found; explore explorer expedition discovered;
expedition explorer journey; science physics chemistry biology; mathematics numbers maths; number many count how; count many total; total
all altogether; half part third; first earliest began; last final latest; next after following; before previous former earlier; former old
previous; now today nowadays present currently; present now current today; once formerly used; recent recently lately last; news newspaper
journalist press; newspaper paper press editor; journalist reporter newspaper; print printer press printed; library librarian books; book
books novel page volume; poem poet poetry verse; story tale legend myth; legend myth tale; hero heroine brave; quest task mission errand;
task duty job errand; duty duties task responsible; responsible charge duty; reward prize pay bounty; challenge difficult hard; difficult
hard tough; problem trouble wrong; trouble problem fault; wrong trouble broken fault without; fault blame guilty; blame fault accuse; solve
solved answer riddle; riddle puzzle solve; trick tricked fooled; trap trapped caught; imprisoned trapped locked bound tricked captured;
prisoner captive trapped; free freed release; release freed let; leave cannot past bound; promise promised swore vow; swear vow oath; order
orders command ordered boss; obey orders follow; command commands commander; serve served service; service served serve; meet met meeting
encounter; meet place meeting point; invite invited guest; guest guests visitor; welcome greet; introduce meet; remember memory forget;
forget forgot forgotten; know knows knew; idea thought; think thought opinion; opinion think view; advice recommend suggest tip; recommend
recommended best try; choose choice chose pick; change changed different become; become became turned; grow grew bigger; open opened opens;
close closed shuts; lock locked key; hide hidden hides kept; keep keeps kept store; store kept stored cellar; find found discover; search
searching look seek; look looks appearance; see saw watch; hear heard listen; listen listening hear; smell smells scent perfume; taste
tastes flavour; touch touched feel; feel feels felt; noise loud sound; quiet silent silence; sound noise hear; break broke broken; fall fell
fallen shaft; drop dropped fell lose lost; throw threw; hit struck punch; push pushed; pull pulled; cut cuts knife; burn burned fire; wash
washed clean; clean cleaning washed broom; dirty dirt mud; housework cleaning vacuum broom laundry chores; household appliance vacuum
cleaner washing machine; toilet toilets restroom bathroom loo lavatory wc; bathroom bath shower toilet; bed beds sleep mattress; chair seat
bench; table desk; kitchen stove cook; furniture chair table; lift elevator shaft floor; stairs steps staircase; floor storey ground; roof
attic tiles; wall walls; garden yard lawn; entrance door gate; shelter roof hut; tent camp camping; camp tent fire; hotel inn hostel guests
rooms; hostel beds dormitory; reception desk keys; manager runs head present; run runs manage managed operate; operate operated run; pack
packed close stop quit; stop stopped quit gave end packed; quit stopped gave packed left; continue still go; begin began start; try tried
attempt; succeed success managed; fail failed failure; reason because why; cause caused because; because reason since; result outcome
became; happen happened event; event happened; plan planned; decide decided chose; agree agreed; refuse refused never; accept accept; cancel
cancelled stop account; complain complaint problem; contact reach call email telephone write; reach contact call; email address mail
contact; help contact support team; support help team; guarantee promise warranty replace; replace replaced replacement new; replacement new
replace lost; order ordered delivery parcel; insurance insured; ticket tickets fare entry; book booked booking reservation; reserve reserved
reservation booked; subscription month monthly cancel; membership member fee; opening open opens hours from daily until; closing closes
close shut until; bedtime bed sleep asleep night; wages paid earn week month; salary paid earn; savings saved hidden keep; trade trader
goods; tutor lessons taught; upbringing raised grew; ambition become want wish; aspire want become; bad-habit smoke bites nails; vice drink
gamble smoke sweet-tooth; flaw never late stubborn; stubborn refuse never; skilled expert best; expert best knows; clumsy broke drops;
patience wait; sickness ill fever; cure remedy treat treatment healed; heal healed cured; medicine remedy; remedy herb tea syrup; treatment
treat; diagnosis ill; symptom fever; operate surgery; scar cut wound; limp leg knee; deaf hear ear; blind see eye; mute speak silent;
stutter speak; tattoo arm ink anchor; piercing ring; perfume smell; jewelry ring necklace; spectacles glasses; outfit wear wears coat dress;
costume wear; attire wear; wear wears coat hat shirt boots dress trousers apron scarf gown uniform; heirloom grandfather grandmother
inherited; souvenir brought; keepsake pocket kept locket; pocket carry; treasured precious kept; precious treasure valuable love; valuable
worth precious; worth price value; antique old; rare seldom; seldom rarely; weekly week; monthly month; yearly year annual; frequently often
times; often times every week daily; sometimes now; schedule times hours timetable; timetable departs leaves hourly; departure leaves
departs; shift hours begins night work; break rest lunch; lunchtime noon; workplace work office shop; workshop tools bench; studio paint;
laboratory experiments; kitchen cooks; factory makes; farm grows; mine coal miner dug; miner mine coal underground; underground mine tunnel;
tunnel dug; well water; spring water; source comes from; origin comes from; cause comes; motive reason because revenge; revenge avenge
killed; avenge revenge; grudge quarrel forgive; quarrel quarrelled spoken argue argued fell row; argument quarrelled; reconcile forgave;
relationship married together; friendship met; partner married business; lover affair; affair love; jealous envy; loyal faithful; traitor
betrayed; spy secret; smuggle smuggles contraband; smuggler contraband; pirate ship treasure; treasure buried chest map; map treasure;
captain ship; admiral fleet; sailor sea; fisherman boat; diver dive; lifeguard beach rescued; ranger forest park; forester trees; gardener
roses; botanist plants; zoologist animals; astronomer stars; historian history; archaeologist dig ruins; cartographer maps; pilot plane;
driver drive; conductor train; mechanic engines cars; plumber pipes; watchmaker clocks watches; clockmaker clocks; locksmith keys; barman
drinks; barista coffee`

/** Between the first word of a list and another one. */
export const CLOSE = 1
/** Between two others. */
const LOOSE = 0.6

/** The lists that each word is in; read when they are needed first. */
let listsOf: ReadonlyMap<string, readonly (readonly string[])[]> | undefined
/** What has been looked up: no more than the words of the lists. */
const known = new Map<string, ReadonlyMap<string, number>>()
const NONE: ReadonlyMap<string, number> = new Map()

/** What comes to mind with a word: how closely, from 0 to 1. */
export function associatesOf(lemma: string): ReadonlyMap<string, number> {
  listsOf ??= listsByWord()
  const lists = listsOf.get(lemma)
  if (lists === undefined) return NONE
  const associates = known.get(lemma) ?? associatesIn(lists, lemma)
  known.set(lemma, associates)
  return associates
}

function listsByWord() {
  const byWord = new Map<string, (readonly string[])[]>()
  for (const text of ASSOCIATIONS.split(/;\s+/)) {
    const list = text.split(/\s+/).map(lemmaOf)
    for (const lemma of new Set(list)) {
      const lists = byWord.get(lemma)
      if (lists === undefined) byWord.set(lemma, [list])
      else lists.push(list)
    }
  }
  return byWord
}

function associatesIn(lists: readonly (readonly string[])[], lemma: string): ReadonlyMap<string, number> {
  const associates = new Map<string, number>()
  for (const list of lists)
    for (const [at, other] of list.entries()) {
      if (other === lemma) continue
      const isClose = at === 0 || list[0] === lemma
      associates.set(other, isClose ? CLOSE : (associates.get(other) ?? LOOSE))
    }
  return associates
}
