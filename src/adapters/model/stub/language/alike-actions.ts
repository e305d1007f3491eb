/** Words for what people do, what is done to things and how things are, as in `ALIKE_WORDS`: all of a line are alike. */
export const ALIKE_ACTIONS = `lend loan borrow
employee work employ
treat patient
missing lose
mind bother
uni study university
ferry boat
news hear message
hear news
pupil student learner scholar
lecture teach tutor instruct
field speciality discipline subject expertise known study
specialise speciality expert known
manage run operate lead direct head
director manager head chief leader boss
found founder establish start open create
enlarge large extend expand bigger
shrink reduce smaller
travel journey trip go tour
travel train bus ride drive ferry walk
commute travel ride drive walk bicycle
fly flight plane aeroplane airplane aircraft airport
nervous anxious afraid worry scared
fright afraid nervous
purchase buy bought
sell trade offer
pay buy cost price
extra include included surcharge
bring allow admit permit
pool water pond basin pit
feed eat food meal
eat swallow devour gobble
graze eat feed
roll dice gamble
gamble bet poker cards dice
poker cards
copilot co-pilot
rig truck lorry
lorry truck van
named after call
grandpa grandfather
grandad grandfather
mama mother mum mom
papa father dad
route run line road
deliver carry bring transport haul
haul carry transport
cattle livestock cow
livestock cattle cow sheep animal
damage destroy break harm
harm hurt damage
repair mend restore renovate
construct build erect
altitude height metre high
high metre altitude tall
card cash payment
cash money payment
hot heat heated warm
heat warm hot
sauna bath
bath wash shower
safe danger dangerous boil
danger dangerous risk peril threat
around seen near
seen spot notice
spot see notice
trousers clothes wear
clothes wear dress coat
jewellery necklace ring wear
ring wear
illness disease sick sickness
disease illness sick
doctor physician surgeon nurse
surgery operation
operation surgery
cure heal treat
injury wound hurt scar
limp leg knee
disabled lame limp
weak frail
strong strength mighty
brave courage fearless
coward afraid
clever smart wise
stupid foolish
famous known renowned celebrity
fame famous known
honour award medal prize
award prize medal trophy win
prize award medal reward
reward prize pay bounty
trophy prize win
champion win winner
winner win champion
compete race match contest tournament
contest compete tournament
rival compete opponent
score goal point
team side club
coach trainer train
exercise train gym
jog run
hike walk
walk stroll hike wander
wander roam walk
climb mountain ascend
descend down
mountain peak hill summit
hill mountain slope
valley village
forest wood woods tree
jungle forest
desert sand
beach shore coast sand
coast shore sea
shore coast beach
island isle
river stream creek
stream river brook
lake pond
harbour port dock
port harbour dock
dock harbour port
bridge cross
castle palace fortress
palace castle
tower castle lighthouse
lighthouse tower
temple church shrine
shrine temple
inn tavern pub bar hotel
hotel inn lodging
lodging room inn
cellar basement
basement cellar
attic loft roof
garden yard orchard
farm farmer field
field farm meadow
barn farm stable
stable horse barn
kitchen cook
chair seat
seat chair bench
table desk
bed sleep
blanket quilt
lamp light lantern
light lamp lantern
candle light
mirror glass
window pane
door gate entrance
gate door entrance
key lock
map chart
chart map
letter mail post write
mail letter post
post mail letter
parcel package post
package parcel
newspaper paper press
paper newspaper
reporter journalist press
story tale legend
tale story legend
legend myth story
poem verse
song tune melody
tune song melody
paint painter picture
painter paint artist
artist paint painter
draw sketch drawing
statue sculpture sculptor
film movie cinema
movie film
theatre stage play
stage theatre perform
perform concert play stage
concert perform show
audience crowd people
crowd people
instrument play
rehearse practise
computer laptop machine
machine device engine
device gadget machine
engine motor machine
motor engine
wheel tyre
tyre wheel
petrol fuel gas
fuel petrol oil
oil fuel
electric electricity power
power energy strength
battery power charge
wire cable
tool instrument device
hammer tool
nail hammer
rope string
knife blade
blade knife sword
sword blade
shield armour
armour shield
soldier army warrior
warrior fighter soldier
army soldier military
military army soldier service
navy ship sailor
serve soldier army
captain commander leader
commander captain general
enemy foe
attack assault raid
raid attack
defend protect guard
protect guard defend
victory win
defeat lose beat
beat defeat win
surrender yield
escape flee run
flee escape run
prison jail gaol arrested
jail prison
prisoner prison captive
arrest police prison
crime criminal thief
criminal thief crime
murder kill
victim kill
judge court
court judge
law lawyer legal
lawyer law
guilty blame fault
fault blame guilty
blame fault accuse
accuse blame
punish punishment penalty
fine penalty
vow swear promise oath
oath swear vow promise
promise swear vow oath
betray traitor
traitor betray
secret hidden confess
confess admit secret
hide conceal secret bury
bury grave
grave bury tomb
tomb grave
ghost spirit haunt
spirit ghost
haunt ghost
witch magic spell
wizard magic spell
magic spell enchant charm
spell magic curse
curse spell
potion brew
prophecy predict future
future plan tomorrow
plan intend future
intend plan want
goal aim plan dream wish
aim goal
ambition dream goal
retire retirement pension
retirement retire
birthday born
anniversary year
wedding marry
funeral death die
inheritance inherit
heir inherit
ancestor family
orphan parent
adopt raise
fiancé engaged
fiancée engaged
divorce marriage dissolve
dissolve divorce
widow die husband
kiss love
hug embrace
miss lonely
lonely alone
alone lonely single
company companion
companion partner friend
partner companion
neighbour next door
stranger unknown
guest visitor
host welcome
welcome greet
invite invitation
celebrate party feast
party celebrate feast
feast party banquet
festival celebrate
holiday vacation
vacation holiday
weekend saturday sunday
birthday celebrate
gift present give
present gift
donate give
charity give
steal robbery
treasure hoard
hoard treasure
rich wealthy wealth
wealthy rich
poor poverty
poverty poor
debt owe
owe debt money
save saving
spend pay
earn wage salary pay income
salary earn wage pay
wage earn pay
tax pay
tip money
expensive cost price
cheap cost price
sale sell
market stall
stall market shop
customer client buy
deliver delivery
order buy
import trade
factory work make
office work
workshop work
laboratory lab research
lab laboratory
research study science
science scientist research
scientist science research
experiment research test
test exam
exam test
grade mark
degree university graduate doctorate
graduate university degree study
doctorate thesis university degree
thesis doctorate
library book
novel book
dictionary word
language speak tongue
accent speak
translate language
silent quiet mute
loud noisy
deaf hear
blind see
taste flavour
flavour taste
smell scent
scent smell
touch feel
bitter taste
sour taste
spicy pepper hot
recipe cook bake
ingredient recipe
breakfast meal morning
lunch meal noon
dinner meal supper evening
snack eat
hungry eat
thirsty drink
drunk drink alcohol
sober alcohol drink
smoke cigarette pipe tobacco
cigarette smoke
pipe smoke
tobacco smoke
medicine pill drug
pill medicine
poison venom
venom poison
sleepy tired
insomnia sleep
nightmare dream sleep
snore sleep
wake morning early
early morning dawn
late night
hurry rush
wait queue
weather rain snow sun
flood water
storm rain wind
lightning storm
earthquake quake
fire burn
burn fire
drown swim water
frozen freeze ice
thaw melt
sunrise dawn morning
sunset dusk evening
dusk evening
planet world
star sky
moon night
rocket spaceship ship
spaceship ship vessel rocket
freighter ship
robot android machine
android robot machine
programme program software
software program
dye colour colouring
colouring dye colour
hairdresser barber haircut
haircut hair cut
beard shave
tattoo ink
ink pen
pen write
colour paint
origin come born
native born
immigrant emigrate
emigrate move leave
settle move
move house
neighbourhood street
address street live
street road
responsible duty
duty responsible job
task job duty
chore job
busy work
idle rest
rest sleep relax
relax rest
fun enjoy
enjoy fun
joke laugh
prank joke
proud pride
pride proud best
shame ashamed
ashamed shame embarrass
embarrass ashamed
regret sorry
forgive sorry
jealous envy
envy jealous
trust believe
believe trust faith
pray god church
hope wish
wish hope
superstition luck unlucky
luck lucky fortune
lucky luck
habit usually
ritual habit
routine habit day
odd strange
strange odd weird
unusual strange special
special unusual unique
rare unusual
common usual
favour help
support help
rescue save
save rescue
survive live
disappear vanish lose
vanish disappear
find discover
discover find describe
search look seek
seek search look
lead guide
guide lead show
follow chase
chase hunt follow
hunt hunter chase
catch trap fish
trap catch
fisherman fish
hunter hunt
farmer farm
gardener garden plant
plant grow flower
flower bloom plant
harvest grow
seed plant
wood carpenter timber
stone rock
rock stone
metal iron steel
iron metal steel
steel metal iron
silver metal
jewel gem
gem jewel stone
diamond gem
glass window
brick stone
leather skin
wool sheep knit
cotton cloth
silk cloth
cloth fabric
fabric cloth
sew tailor
tailor sew clothes
knit wool
weave cloth
shoe boot
boot shoe
glove hand
hat head
coat jacket
jacket coat
uniform wear clothes`
