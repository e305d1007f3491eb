/** An appearance and five features that its figure must show. */
export type Judged = {
  readonly appearance: string
  readonly features: readonly [string, string, string, string, string]
}

/** People first, then what is no person. */
const FIRST: readonly Judged[] = [
  {
    appearance: 'A lighthouse keeper with a short grey beard, a navy coat, a yellow scarf and brown boots.',
    features: ['short grey beard', 'navy coat', 'yellow scarf', 'brown boots', 'grey hair'],
  },
  {
    appearance:
      'Young woman with long red hair, freckles and green eyes, in a teal dress with a white collar.',
    features: ['long red hair', 'freckles', 'green eyes', 'teal dress', 'white collar'],
  },
  {
    appearance:
      'An old wizard with a long white beard, a purple robe with golden trim, a pointed purple hat and a staff.',
    features: ['long white beard', 'purple robe', 'golden trim', 'pointed purple hat', 'staff'],
  },
  {
    appearance: 'A knight in silver armour with a red cape, short brown hair and a small scar.',
    features: ['silver armour', 'red cape', 'short brown hair', 'scar', 'metal shoulders or legs'],
  },
  {
    appearance: 'Small boy with spiky blond hair, a striped jumper, blue shorts and a backpack.',
    features: ['child', 'spiky blond hair', 'striped jumper', 'blue shorts', 'backpack'],
  },
  {
    appearance: 'A friendly robot with orange panels and an antenna.',
    features: ['robot', 'orange panels', 'antenna', 'glowing eyes', 'friendly mouth'],
  },
  {
    appearance:
      'Elven archer with pointed ears, long blonde hair, a green tunic, a forest green cloak and leather boots.',
    features: ['pointed ears', 'long blonde hair', 'green tunic', 'green cloak', 'leather boots'],
  },
  {
    appearance: 'A stout baker with a moustache, rosy cheeks, a white shirt, an apron and a white cap.',
    features: ['stout', 'moustache', 'white shirt', 'apron', 'white cap'],
  },
  {
    appearance: 'Queen with dark skin, black hair in a bun, a golden crown, a crimson gown and a necklace.',
    features: ['dark skin', 'black hair in a bun', 'golden crown', 'crimson gown', 'necklace'],
  },
  {
    appearance: 'A pirate captain with a black beard, an eyepatch, a wide black hat, a red coat and a sword.',
    features: ['black beard', 'eyepatch', 'wide black hat', 'red coat', 'sword'],
  },
  {
    appearance: 'A small green dragon with a cream belly, bat wings, little horns and a spiked tail.',
    features: ['green scaly body', 'cream belly', 'bat wings', 'horns', 'spiked tail'],
  },
  {
    appearance: 'An old red dragon with golden eyes, grey horns, a blue scarf and round glasses.',
    features: ['red dragon with a snout', 'golden eyes', 'grey horns', 'blue scarf', 'round glasses'],
  },
  {
    appearance: 'A ginger tabby cat with a white muzzle, green eyes, whiskers and a long tail.',
    features: ['ginger tabby stripes', 'white muzzle', 'green eyes', 'whiskers', 'long tail'],
  },
  {
    appearance: 'A black cat with yellow eyes, white paws, a pink nose and a red bow tie.',
    features: ['black cat', 'yellow eyes', 'white paws', 'pink nose', 'red bow tie'],
  },
  {
    appearance: 'A brown dog with floppy ears, a blue collar, a cream belly and a wagging tail.',
    features: ['brown dog', 'floppy ears', 'blue collar', 'cream belly', 'tail'],
  },
  {
    appearance: 'A white dog with black spots, floppy ears, a yellow raincoat and red boots.',
    features: ['white dog', 'black spots', 'floppy ears', 'yellow raincoat', 'red boots'],
  },
  {
    appearance: 'A blue bird with an orange beak, a crest, a white belly and tail feathers.',
    features: ['blue bird with wings', 'orange beak', 'crest', 'white belly', 'tail feathers'],
  },
  {
    appearance: 'A brown owl with large yellow eyes, ear tufts, round glasses and a green waistcoat.',
    features: ['brown owl', 'large yellow eyes', 'ear tufts', 'round glasses', 'green waistcoat'],
  },
  {
    appearance: 'A penguin with a white belly, orange feet, a red scarf and a woollen beanie.',
    features: ['black penguin with flippers', 'white belly', 'orange feet', 'red scarf', 'beanie'],
  },
  {
    appearance: 'A boxy silver robot with glowing blue eyes, an antenna, a chest panel and orange hands.',
    features: ['silver robot', 'glowing blue eyes', 'antenna', 'chest panel', 'orange hands'],
  },
  {
    appearance: 'A copper robot with green eyes, a black top hat, a red bow tie and a white apron.',
    features: ['copper robot', 'green eyes', 'black top hat', 'red bow tie', 'white apron'],
  },
  {
    appearance:
      'An astronaut in a white space suit with orange stripes, a round helmet, a chest panel and a backpack.',
    features: ['white space suit', 'orange stripes', 'round helmet', 'chest panel', 'backpack'],
  },
  {
    appearance:
      'A cosmonaut woman with brown skin, an orange space suit, a white helmet, blue gloves and black boots.',
    features: ['brown skin', 'orange space suit', 'white helmet', 'blue gloves', 'black boots'],
  },
  {
    appearance: 'A knight in dark steel armour with a closed helm, a red plume, a blue cape and a shield.',
    features: ['dark steel armour', 'closed helm', 'red plume', 'blue cape', 'shield'],
  },
  {
    appearance: 'A knight in golden armour with a closed helm, a white plume, a green cape and a sword.',
    features: ['golden armour', 'closed helm', 'white plume', 'green cape', 'sword'],
  },
  {
    appearance:
      'A seven year old girl with brown pigtails, freckles, a yellow dress, red shoes and a backpack.',
    features: ['brown pigtails', 'freckles', 'yellow dress', 'red shoes', 'backpack'],
  },
  {
    appearance: 'A little boy with dark skin, curly black hair, a striped shirt, blue shorts and a red cap.',
    features: ['dark skin', 'curly black hair', 'striped shirt', 'blue shorts', 'red cap'],
  },
  {
    appearance: 'A friendly white ghost with large black eyes, rosy cheeks, a wavy hem and a black top hat.',
    features: ['white sheet body', 'large black eyes', 'rosy cheeks', 'wavy hem', 'black top hat'],
  },
  {
    appearance: 'A pale blue ghost lady with long white hair, a tiara, a necklace and a sad face.',
    features: ['pale blue ghost', 'long white hair', 'tiara', 'necklace', 'sad face'],
  },
  {
    appearance: 'An old sailor with a white beard, a pipe, a blue cap, a striped jumper and a lantern.',
    features: ['white beard', 'pipe', 'blue cap', 'striped jumper', 'lantern'],
  },
]

/** Written before their figures were seen. */
const SECOND: readonly Judged[] = [
  {
    appearance: 'A grey wolf with a bushy tail, amber eyes, a white muzzle and a red scarf.',
    features: ['grey wolf', 'bushy tail', 'amber eyes', 'white muzzle', 'red scarf'],
  },
  {
    appearance: 'A small purple dragon with yellow horns, orange wings, a pale belly and green eyes.',
    features: ['purple dragon', 'yellow horns', 'orange wings', 'pale belly', 'green eyes'],
  },
  {
    appearance: 'A fox gentleman in a blue waistcoat, with a bushy tail, a monocle, a bow tie and a top hat.',
    features: ['fox', 'blue waistcoat', 'monocle', 'bow tie', 'top hat'],
  },
  {
    appearance: 'A yellow duck with an orange bill, orange feet, a blue sailor cap and a red scarf.',
    features: ['yellow duck', 'orange bill', 'orange feet', 'blue cap', 'red scarf'],
  },
  {
    appearance: 'A brown rabbit with long ears, a green dress, a straw hat and a basket of carrots.',
    features: ['brown rabbit', 'long ears', 'green dress', 'straw hat', 'basket'],
  },
  {
    appearance: 'A red parrot with a yellow belly, blue wings, a hooked beak and an eyepatch.',
    features: ['red parrot', 'yellow belly', 'blue wings', 'hooked beak', 'eyepatch'],
  },
  {
    appearance: 'A white robot with red eyes, a blue chest panel, yellow hands and headphones.',
    features: ['white robot', 'red eyes', 'blue chest panel', 'yellow hands', 'headphones'],
  },
  {
    appearance: 'A rusty old robot with green eyes, a bent antenna, a brown hat and a grey scarf.',
    features: ['rusty robot', 'green eyes', 'antenna', 'brown hat', 'grey scarf'],
  },
  {
    appearance:
      'A woman astronaut with red hair, a blue space suit, a white helmet, silver boots and a flag patch.',
    features: ['red hair', 'blue space suit', 'white helmet', 'silver boots', 'patch on the suit'],
  },
  {
    appearance: 'A knight in black armour with a closed helm, a purple plume, a red cape and an axe.',
    features: ['black armour', 'closed helm', 'purple plume', 'red cape', 'axe'],
  },
  {
    appearance:
      'A five year old boy with ginger hair, freckles, a green hoodie, jeans and yellow wellingtons.',
    features: ['child', 'ginger hair', 'green hoodie', 'jeans', 'yellow wellingtons'],
  },
  {
    appearance:
      'A teenage girl with a blue ponytail, headphones, a black leather jacket, a purple skirt and red trainers.',
    features: ['blue ponytail', 'headphones', 'black leather jacket', 'purple skirt', 'red trainers'],
  },
  {
    appearance: 'The ghost of a pirate, pale green, with a tricorn hat, an eyepatch, a beard and a lantern.',
    features: ['pale green ghost', 'tricorn hat', 'eyepatch', 'beard', 'lantern'],
  },
  {
    appearance:
      'A firefighter with a black moustache, a yellow coat with silver stripes, a red helmet, black boots and an axe.',
    features: ['black moustache', 'yellow coat', 'red helmet', 'black boots', 'axe'],
  },
  {
    appearance: 'A doctor with brown skin, curly black hair, glasses, a white coat and a stethoscope.',
    features: ['brown skin', 'curly black hair', 'glasses', 'white coat', 'stethoscope'],
  },
  {
    appearance:
      "A fat chef with a tall white chef's hat, a white jacket, a red neckerchief, a curled moustache and a ladle.",
    features: ['stout', "tall chef's hat", 'white jacket', 'red neckerchief', 'ladle'],
  },
  {
    appearance: 'A viking with a horned helmet, a long red beard, a fur cloak, an axe and a round shield.',
    features: ['horned helmet', 'long red beard', 'fur cloak', 'axe', 'round shield'],
  },
  {
    appearance: 'A ballerina with a blonde bun, a pink tutu, a tiara, white tights and pink shoes.',
    features: ['blonde bun', 'pink tutu', 'tiara', 'white tights', 'pink shoes'],
  },
  {
    appearance:
      'A farmer with a straw hat, blue dungarees, a red checked shirt, a grey beard and a pitchfork.',
    features: ['straw hat', 'blue dungarees', 'red checked shirt', 'grey beard', 'pitchfork'],
  },
  {
    appearance:
      'A grandmother with white curly hair, round glasses, a purple cardigan, a long grey skirt and a walking stick.',
    features: ['white curly hair', 'round glasses', 'purple cardigan', 'long grey skirt', 'walking stick'],
  },
]

/** Those on the contact sheet of docs/model3d.md. */
export const JUDGED: readonly Judged[] = [...FIRST, ...SECOND]
