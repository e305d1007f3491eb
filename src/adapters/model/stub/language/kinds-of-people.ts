/** Kinds of people, animals, plants and things with what belongs to them, as in `KINDS_OF_THINGS`. */
export const MORE_KINDS = `human > person man woman
species > dwarf elf goblin orc robot android human dragon
race > dwarf elf goblin orc human
plant > cactus rose fern tree orchid ivy moss tulip herb basil tomato flower bush
tree > oak pine birch willow apple cherry elm fir ash maple beech yew
flower > rose tulip orchid lily daisy dahlia violet iris
herb > basil thyme sage mint parsley rosemary
instrument > cello clarinet saxophone oboe bass viola bagpipe drum horn trombone lyre lute
play > cello clarinet saxophone bass viola backgammon checkers bridge football
animal > elephant tiger camel lion monkey crocodile whale seal otter deer hare squirrel hedgehog badger bat peacock swan frog toad lynx moose bear gorilla penguin geese goose ox
pet > ferret gecko iguana hedgehog chinchilla
bird > swan goose heron stork sparrow robin magpie eagle penguin peacock pheasant duck
vehicle > truck lorry tractor motorcycle motorbike scooter rig sled sledge
truck > rig lorry pickup
drive > truck rig lorry van tram taxi bus tractor
travel > train bus bicycle boat drive walk ferry
transport > train bus bicycle car boat
dessert > pie cake pudding ice tart chocolate
pie > sugar diabetic diabetes
dessert > sugar diabetic diabetes
chocolate > sugar diabetic diabetes
candy > sugar diabetic diabetes
jam > sugar diabetic diabetes
biscuit > sugar diabetic gluten
ham > vegetarian vegan meat pork
burger > vegetarian vegan meat
lamb > vegetarian vegan meat
bread > coeliac
beer > sober alcoholic
drink > alcohol sober teetotal
coffee > caffeine tea
tea > caffeine coffee
alcohol > sober teetotal
award > medal prize trophy
clothes > coat hat glove boot scarf shirt uniform dress trousers cloak robe
wear > coat hat glove boot scarf shirt uniform dress trousers cloak robe ring
furniture > chair table bed desk shelf
game > poker dice backgammon domino bridge darts billiards mahjong
sport > swim rugby hockey basketball golf fencing judo archery rowing sail ski
hobby > swim crossword backgammon chess garden bake sing birdwatch
religion > church mosque temple synagogue imam priest rabbi muslim christian jewish buddhist hindu
relative > grandmother grandfather mother father sister brother
grown-up > adult
child > twin baby toddler boy girl
boy > child
girl > child
grandchild > twin
sibling > eldest youngest
metal > gold silver copper tin bronze
jewel > diamond ruby emerald sapphire pearl
weapon > spear axe club mace crossbow musket cannon staff
disease > flu cancer diabetes asthma malaria fever
illness > flu cancer diabetes asthma malaria fever hay
allergy > hay pollen nut cat dog
money > copper silver gold coin credit pound euro
document > map letter diary book
meal > breakfast lunch dinner supper stew soup roast
cook > stew roast boil fry grill
morning > breakfast dawn sunrise
evening > supper dinner dusk sunset
day > monday tuesday wednesday thursday friday saturday sunday
pay > card cash
professor > university lecture
school > teach geography history mathematics
subject > geography history mathematics physics chemistry biology latin
build > found
abroad > canada australia india china russia africa mexico brazil
ocean > atlantic pacific
country > canada australia india china russia mexico brazil portugal sweden denmark finland turkey syria egypt
computer > laptop server
crime > theft murder robbery smuggle
afraid > nervous panic
body > head arm leg hand foot eye ear nose knee back
scar > burn cut
star > sun
breed > greyhound terrier poodle spaniel beagle hound sheepdog collie labrador mastiff tabby siamese persian
dog > greyhound collie labrador mastiff dachshund retriever husky pug bulldog
employee > apprentice assistant secretary clerk
work > apprentice secretary assistant
season > harvest`
