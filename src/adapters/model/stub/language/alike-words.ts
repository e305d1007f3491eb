/**
 * Words that stand for one another when people talk about people, work, places, food, family, feelings and time: all of a
 * line are alike.
 */
export const ALIKE_WORDS = `job work occupation profession trade career employment employed
afraid fear scared frightened frighten scare terrified terrify terror fright dread phobia scary spooked
like love enjoy fond adore favourite prefer keen
hate dislike loathe detest despise annoy irritate resent bother
annoyance annoy irritate bother
wife spouse married marry marriage wedding partner wed
husband spouse married marry marriage wedding partner wed
married single divorced widowed widow widower bachelor unmarried engaged engagement fiance boyfriend girlfriend
dating boyfriend girlfriend partner husband wife married engaged lover
divorced divorce leave split separated ex-husband ex-wife
child baby offspring
teach learn teacher train trainer apprentice study master mentor professor taught instruct student
study university college school studies degree educated education student academy
wake rise up bed
sleep bed asleep nap rest
address live home house
live home house flat apartment dwell reside lodge stay inhabit settle settled move based share
birthplace born birth origin native
born raise grow childhood upbringing bring
raised raise upbringing grow
shop store bakery stall market business place boutique
buy purchase sell sale shop market
sell sale seller trade vendor market
money savings cash coins gold wealth fortune
price cost charge fee admission ticket fare expensive pay worth rate
pay wage salary earn income
owe debt
die dead death drown pass late kill killed
sick ill illness unwell hospital disease fever injured hurt vet
hurt ache pain injure injured wound wounded paw
ache toothache headache pain
broken break injure hurt
scar wound injury
talk speak chat converse conversation
speak language
tongue language
lie lies dishonest untruth
true truth honest
swim swimming swimmer
weapon armed gun sword knife blade
scared nervous
rescue save pull
begin start open commence
end finish close stop over shift-ends done
close closed lock shut closing
open opening opened hours
sign-on start begin
old age year aged
big large size huge length long
dog husky terrier spaniel poodle labrador greyhound
pregnant expect expecting
bath bathe wash
employee employ staff assistant people work
earn pay salary wage paid income
ticket entrance admission entry
recognise distinguish identify tell
expelled expel dismiss fired sacked
seat chair sit
grown adult
friendship friend
baker bakery bread
regularly usually
trip voyage journey cruise
lift elevator
rubbish garbage trash
film movie cinema
ill unwell poorly
meal food dish lunch dinner breakfast
trousers pants
autumn fall
sweets candy
holiday vacation
illustrate draw paint illustrator
comet star
found discover
dog wolfhound bloodhound collie
reign rule king queen throne
before inherit succeed predecessor
work order broken function
possess own owner belong
borrow lend loan
small little tiny
tall height high
long length
thick thickness thin thinner deep
heavy weight weigh
far distance away
fast speed quick
show display reveal
build built make construct made create created design engineer invent
bake cook
engineer inventor maker creator
burn fire burned flames
rebuild rebuilt restore renew reconstruct
repair mend fix restore
pet animal
ship vessel boat
bicycle cycle
car vehicle van
road street bridge way
room bed accommodation lodging
guest visitor
photo photograph picture photography
precious valuable
return come
taught teach apprentice apprenticed
common numerous frequent abundant
note cash coin banknote
kick-off begin start
quest mission task errand job work
forbidden allowed permitted admitted may permission
bag luggage suitcase backpack
lost lose property
christian religious faith god church believe
god religion religious faith
boss chief captain commander master employer
friend mate buddy pal companion
colleague workmate coworker crew
helper assistant help helps apprentice
assist help
enemy rival foe opponent competitor nemesis
quit drop leave give stop
leave quit resign abandon
school class dropped
arrive come came reach
visit come
take inherit
begin since
dream wish want hope become aspire ambition desire
miss yearn
yearn miss
hobby pastime collect knit paint
hobby spare leisure
collect gather
storm thunderstorm thunder weather
noisy loud noise
quiet silent silence
noon midday
morning dawn
evening night
winter cold
summer warm
kitten cat
puppy dog sheepdog hound
dog sheepdog hound
kid child
crew men sailors sailor
aboard ship
commander captain
treat eat
prawn shellfish
drink beverage
tipple drink
meal dish food cook recipe
speciality special recommend signature best
recommend speciality favourite
dinner supper
vegetarian vegan
allergy allergic intolerant
secret hide hidden secretly
treasure gold
steal thief rob stole
monk brother friar
oven stove
phone telephone mobile
watch clock
music song sing
singer sing
poem poetry
write author book writer
book novel read
cry weep
laugh laughter funny
happy glad joy proud
sad unhappy sorrow grief cry
angry anger cross furious mad
regret sorry mistake
war battle fight
battle fought fight
lover love sweetheart
nickname alias
surname family
citizenship nationality country
hometown town city village
accident crash
crash collide accident
happen become
boring dull
tired weary exhausted
rain wet
snow ice
melt shrink thinner
destroy break wreck ruin smash
predict forecast foretell
profession trade
occupation job
locksmith trade
hat cap
help remedy cure medicine treatment treat
sea ocean
night dark
before predecessor former previously
daytime day
ill flu cough cold fever headache
budgie budgerigar
guard stand watch protect
subject matter
enter entrance admitted
token pass ticket
finest best pride masterpiece highlight jewel treasure favourite
work shift duty
enemy rival
police cop officer policeman detective
steer drive pilot sail
own possess belong
owner own proprietor
last take duration
cross crossing
rent lease
uni university college
study university
boyfriend lover partner
girlfriend lover partner
dinner eat meal dine
lunch eat meal
supper eat meal
public visit visitor
name call
career play work
stop end quit
mend repair fix
begin young
lizard reptile
free nothing cost
kill murder
fight quarrel argue
own keep
inherit own
restaurant pizzeria cafe bistro diner inn tavern pub bar`
