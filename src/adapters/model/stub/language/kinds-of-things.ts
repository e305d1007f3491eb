/** `a > b c`: whoever asks for `a` may mean `b` or `c`, and not the other way round. */
export const KINDS_OF_THINGS = `make > forge bake brew cook carve weave sew knit
forge > make
money > crown penny shilling dollar euro florin credit pound coin krone franc
pet > toad frog snail bat spider gecko weasel hedgehog squirrel magpie jackdaw newt goldfish beagle tomcat mare kitten puppy duck goose pony mule budgerigar dog cat parrot bird crow raven horse goat rabbit hamster fish sheepdog snake lizard turtle tortoise donkey owl fox wolf rat mouse ferret
animal > toad frog snail bat husky hedgehog squirrel magpie jackdaw seal whale tortoise turtle goldfish fish cat parrot kitten puppy hamster mare beagle tomcat duck goose pony mule dog cat parrot bird crow raven horse goat rabbit sheepdog snake spider bee wolf fox bear pigeon donkey cow sheep pig hen chicken owl insect rat mouse
bird > budgerigar canary parrot crow raven owl pigeon gull chicken hen hawk falcon
insect > bee wasp spider ant fly moth beetle
instrument > harmonica violin fiddle piano guitar flute lute drum organ trumpet harp cello accordion banjo
food > roast boar venison pheasant duck mutton ham pudding treacle potato lasagne curry soup bread cake tart dumpling pie stew cheese meat fish rice pasta chocolate honey fruit apple plum porridge meal dish eat noodle pepper lemon peanut nut
cook > soup bread cake tart dumpling pie stew
eat > food soup meal allergic allergy vegetarian vegan diet intolerant diabetic kosher halal gluten lactose fast swallow
drink > tea coffee beer wine water milk juice whisky rum ale cider mead
alcohol > beer wine whisky rum ale cider mead gin
seafood > fish shellfish prawn shrimp crab lobster oyster mussel
shellfish > prawn shrimp crab lobster oyster mussel clam
prawn > shellfish seafood
shrimp > shellfish seafood
crab > shellfish seafood
lobster > shellfish seafood
fish > vegetarian vegan seafood
nut > hazelnut peanut almond walnut cashew pistachio pecan
peanut > nut
hazelnut > nut
almond > nut
walnut > nut
cashew > nut
bread > gluten wheat flour coeliac celiac
pasta > gluten wheat flour coeliac celiac
cake > gluten wheat flour sugar vegan diabetic
pizza > gluten wheat cheese coeliac celiac
milk > lactose dairy vegan
cheese > lactose dairy vegan
butter > lactose dairy vegan
cream > lactose dairy vegan
egg > vegan
honey > vegan
sugar > diabetic diabetes
sweet > diabetic diabetes sugar
meat > vegetarian vegan
steak > vegetarian vegan meat
beef > vegetarian vegan meat
pork > vegetarian vegan meat kosher halal
chicken > vegetarian vegan meat
sausage > vegetarian vegan meat
bacon > vegetarian vegan meat pork
beer > alcohol drink teetotal sober
wine > alcohol drink teetotal sober
whisky > alcohol drink teetotal sober
pint > beer alcohol drink
lake > swim
sea > swim
colour > red blue green yellow black white grey brown purple pink orange violet
season > spring summer autumn winter
vehicle > van car tram bus train bicycle boat ship
weapon > sword knife gun axe bow spear dagger pistol rifle
family > wife husband child son daughter brother sister mother father uncle aunt grandmother grandfather grandchild niece nephew cousin parent sibling
music > jazz blues opera rock folk piano violin harmonica
climb > height
ladder > height
fly > height
cliff > height
france > abroad
italy > abroad
spain > abroad
america > abroad
germany > abroad
japan > abroad
travel > abroad
holiday > abroad
country > abroad
relative > niece nephew cousin
boy > son brother
girl > daughter sister
woman > wife
instrument > play
country > france germany spain italy england scotland ireland norway
ticket > admission fare
job > baker smith blacksmith teacher driver drive doctor nurse keeper keep brew forge captain clerk curator sailor soldier farmer fisherman carpenter tailor singer boxer engineer botanist locksmith run sell repair restore measure
trade > baker smith blacksmith driver clerk sailor soldier farmer fisherman carpenter tailor engineer botanist locksmith repair
occupation > baker smith driver clerk sailor soldier farmer fisherman carpenter tailor engineer botanist
before > former formerly once previously used
former > before once
own > have possess keep
possess > have own keep
have > own
armed > weapon carry
fear > thin
hometown > born grow
sport > football tennis chess swim run boxing rowing climb cycling
game > chess cards dice draughts poker football
play > chess cards harmonica violin piano guitar flute
hobby > like enjoy puzzle crossword read chess cards knit collect paint fishing carve bridge
hair > blond brown black grey red
church > chapel abbey
wrong > broken hurt ache ill
matter > broken fail ill hurt
beside > next neighbour
exam > test
appearance > hair eye tall
recently > yesterday lately
worst > hate
scare > magnet
spouse > wife husband
mobile > telephone
allergic > allergy
nationality > born
close > open
win > lose
child > son daughter
son > child boy
daughter > child
grandchild > grandson granddaughter
grandson > grandchild
granddaughter > grandchild
sibling > brother sister twin
brother > sibling twin
sister > sibling twin
parent > mother father
mother > parent
father > parent
leg > knee foot ankle
arm > hand wrist elbow
hand > finger arm
alcohol > drink beer wine
horse > mare stallion pony
mare > horse
dog > beagle hound terrier poodle spaniel
cat > tomcat
tomcat > cat
fish > goldfish
goldfish > fish
flower > rose tulip peony lily carnation daisy orchid sunflower
drive > car
car > pickup truck limousine
bike > bicycle
guest > customer visitor client
serve > wait
client > customer guest
customer > guest client
hear > deaf
see > blind
tomato > vegetable
vegetable > tomato potato carrot cabbage bean pea onion
fruit > apple pear plum cherry banana orange strawberry pineapple
position > goalkeeper striker defender midfielder wing captain
sleep > bed
language > english french german spanish italian dutch arabic latin swedish polish russian greek welsh
date > boyfriend girlfriend partner
husband > divorced divorce ex-husband
wife > divorced divorce ex-wife
pay > money
money > pound dollar euro`
