/**
 * Situations that people ask about, a line each, with the words by which they are told: who hears one of them in a question
 * may find the answer in a sentence with another. They are further apart than words that are alike.
 */
export const SITUATIONS = `phone telephone ring call mobile text message
arrive arrival arrives due reach land landing destination docking
destination bound headed heading head course voyage journey travel sail port
depart departure leave set-off sail embark
owe debt debts pay lend loan borrow credit creditor bank mortgage repay indebted
save saving savings afford
bookkeeping accounts ledger books accountant accounting bookkeeper
hate detest loathe dislike abide despise abhor bear tolerate resent
crazy mad obsessed passionate enthusiastic keen adore love fan devoted
fear afraid phobia dread terrify panic nervous scream faint uneasy dizzy
origin born native hometown homeland grew grow raise roots birthplace come hail
abroad > emigrate zealand australia canada america spain france germany italy japan norway sweden portugal brazil india ireland scotland
overseas > emigrate zealand australia canada america spain france germany italy japan norway sweden portugal brazil india ireland scotland
foreign > emigrate zealand australia canada america spain france germany italy japan norway sweden portugal brazil india ireland scotland
country > emigrate zealand australia canada america spain france germany italy japan norway sweden portugal brazil india ireland scotland
live dwell reside inhabit lodge settle home house flat cottage hut cabin caravan apartment attic cave den rent
job trade profession work employ earn career post duty role
clerk office desk
former formerly previous previously once ex retired retire originally before used
boss manager supervisor foreman owner employer chief chef director head
command commander captain charge chief leader lead skipper rule
class lesson course lecture seminar session tuition
pupil student learner apprentice trainee class child
school university college academy degree graduate diploma exam
activate switch-on switched boot build awaken online assemble commission
shut close closing end finish stop cease
cigarette smoke tobacco smoker nicotine pack
alcohol drink drunk drinker drinks beer wine whisky gin rum booze bottle sober tipple pub
vice weakness habit addiction drink gamble smoke temper flaw fault
sweet > sugar candy cake chocolate dessert pastry biscuit churro ice-cream honey pudding doughnut
food eat dish meal cuisine snack diet feed menu taste fare
feed eat diet live-on dew nectar prey graze consume drink
vegetable > garlic onion carrot cabbage turnip leek bean pea potato beetroot spinach broccoli pepper cucumber aubergine courgette sprout
herb > coriander basil thyme parsley mint dill sage rosemary oregano tarragon chive
spice > pepper cinnamon saffron cumin nutmeg clove ginger turmeric cardamom paprika
fruit > apple pear plum cherry banana orange strawberry fig melon grape mango apricot peach lemon berry raspberry blueberry
fish > trout salmon cod eel herring carp pike tuna sardine mackerel haddock perch anchovy
cheese > cheddar brie gouda feta parmesan stilton
meat > mutton pork beef ham lamb sausage bacon steak venison chicken goose
ingredient secret recipe juniper spice
exercise > sport gym train workout row run jog swim squat yoga weights cycle lift
slim kilo pound stone diet fat thin overweight
client customer guest buyer patron visitor patient regular people
popular bestseller favourite famous best-seller
punctual late time delay
relative > cousin aunt uncle nephew niece kin family
love sweetheart girlfriend boyfriend lover crush
rival competitor enemy foe opponent nemesis
colleague partner assistant helper apprentice crew
crew sailor hand mate staff team member
belong own owner property possess hers
steal thief rob pinch swipe snatch nick pilfer
crash hit smash drive collide bump reverse
accident crash fall injury hurt slip
injury wound hurt break broken sprain torn scar limp
ill illness sick disease fever asthma diabetes cough flu allergy bad-back arthritis
heal cure remedy medicine treat herb salve ointment
buried grave cemetery tomb bury churchyard
vanish disappear missing gone
destroy burn fire wreck ruin collapse sink flood
fine penalty punish pay fined court guilder sentence
punish penalty prison sentence banish exile
prison jail arrest cell locked sentence
crime steal rob smuggle murder forge fraud
law lawyer court judge trial sue
war battle fight army soldier siege campaign
armour shield helmet mail
magic spell enchant curse potion wand ritual
curse spell doom hex
ghost spirit haunt phantom
dragon monster beast creature
cargo freight load carry haul goods ton nickel ore freighter transport
carry transport deliver bring haul
ship vessel boat freighter schooner barge
train railway locomotive station
car vehicle van drive taxi truck lorry motorbike
bird > jackdaw raven crow parrot owl gull magpie hen rooster goose duck pigeon swan robin sparrow
chicken hen hens rooster cockerel chick
animal > pet creature badger fox wolf bear hare deer mouse rat toad frog hedgehog ferret otter cat dog horse goat
dog > terrier greyhound puppy hound spaniel poodle collie mongrel
cat kitten tabby tom tomcat
horse mare stallion pony foal mule donkey ride
insect > bee wasp ant beetle spider moth butterfly mosquito
pet > cat dog toad ferret tortoise parrot rabbit hamster lizard snake
autumn harvest october september november leaf
evening dusk sunset night supper
weekend saturday sunday
wake rise get-up alarm rooster morning
tired sleep weary rest
dream wish want hope goal ambition long aspire plan someday
regret sorry mistake wish never
secret hide nobody conceal confess hidden
lie cheat pretend fib deceive trick
trick fool prank lead astray tease
luck lucky superstition charm talisman
poor poverty broke debt penniless
expensive cost price dear
pay wage salary earn income
buy purchase bought acquire
build make construct create design invent print carve
invent inventor patent discover device
repair mend fix restore patch
paint painter picture portrait sign draw
picture woodcut painting drawing illustration photo image print portrait
book novel herbal almanac volume print
music sing song choir play instrument band violin piano drum guitar
instrument > violin fiddle piano drum guitar flute harp trumpet cello accordion lute
song tune sing ballad hum
dance waltz tango ballet
eye blind glasses spectacles
ear deaf hear
colour > red blue green yellow black white grey brown purple pink
clothes > wear coat hat dress boot scarf shirt glove cloak apron uniform
jewellery > ring necklace brooch amulet earring
rain weather storm snow wind
sea ocean coast shore beach wave
river bank water stream bridge ford
mountain hill peak climb summit
forest wood tree grove woods
tree > oak birch willow ash pine beech elm
flower > rose lily daisy crocus tulip violet
garden plant grow vegetable weed
breed raise rear
farm farmer field pig cow sheep raise crop livestock
farmer raise pig sheep cow field crop farm
shepherd sheep flock
baker bread bake bakery
cook kitchen stew fry roast chef serve
serve open kitchen meal
clean wash sweep scrub tidy
break smash shatter crack snap
mistake wrong error ruin
proud pride achievement success best award win
success achievement hit triumph famous
prize award medal trophy cup
game chess cards dice play draughts
angry furious annoy rage temper cross
worry concern anxious fear trouble reactor
miss lonely long homesick
alone single lonely nobody
rescue save pull drag
protect guard watch defend
guard vault watch sentry
forbidden allowed ban banned rule never
allergic allergy intolerant cannot react
vegetarian vegan meat
television tv film cinema watch series
computer laptop internet online website
shop store online website internet
engine motor machine reactor
engineer engine mechanic repair machine
drone robot machine unit
space planet star orbit moon station
finger hand thumb
leg knee foot ankle limp
tooth dentist teeth
birthday born age party
wedding marry bride
church priest vicar chapel
priest vicar monk nun parson
teacher master tutor mentor aunt uncle
insult call name hate
noise loud sound quiet silence
quit abandon resign retire
winter snow frost ice cold
hobby > choir sing band paint knit sew collect puzzle garden model dance climb cycle pottery origami photography crossword
flee escape
argue quarrel feud dispute row disagree
annoy irritate bother pause interrupt
start begin open serve
detest abide
married remarry wed widow
fortune wealth rich`
