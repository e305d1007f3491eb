/** What a question about the player is about, and the words in which that is told. */
const TOPICS: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:eat|food|drink|cook|meal|dinner|lunch|breakfast|menu|recipe|snack|taste|bite|restaurant|order)\b/i,
    'allergic allergy intolerant cannot eat drink diet vegetarian vegan food likes hates',
  ],
  [/\b(?:allerg\p{L}*|diet|intoleran\p{L}+)\b/iu, 'allergic allergy intolerant diet vegetarian vegan eat'],
  [/\b(?:pets?|animals?)\b/i, 'pet dog cat horse bird parrot rabbit hamster fish'],
  [
    /\b(?:family|relatives?|siblings?|parents?|children|kids?)\b/i,
    'mother father parents sister brother wife husband daughter son child',
  ],
  [
    /\b(?:job|work|profession|occupation|living|career)\b/i,
    'works job employed teacher nurse driver studies',
  ],
  [/\b(?:live|home|address|hometown|from)\b/i, 'lives home moved comes from city'],
  [/\b(?:hate|dislike|stand|avoid)\b/i, 'hates dislikes cannot stand'],
  [
    /\b(?:like|love|enjoy|favou?rite|hobby|hobbies|fun|free time)\b/i,
    'likes loves enjoys favourite hobby plays',
  ],
  [/\b(?:afraid|scared?|fears?|worr\p{L}+)\b/iu, 'afraid scared fears'],
]
const ABOUT_PLAYER = /\b(?:i|me|my|mine)\b/i
const ASKS =
  /\?|^[^\p{L}]*(?:what|where|who|when|which|how|do|does|did|can|could|should|may|am|is|are|have|was|were|tell|remind)\b/iu

/**
 * Words to search for beside those of a question about the player: what is not to be eaten is told as "allergic to
 * nuts". Undefined when the question is about nothing of that kind.
 */
export function topicWordsOf(text: string): string | undefined {
  const bounded = text.slice(0, 400)
  if (!ABOUT_PLAYER.test(bounded) || !ASKS.test(bounded)) return undefined
  const words = TOPICS.flatMap(([pattern, told]) => (pattern.test(bounded) ? [told] : []))
  return words.length === 0 ? undefined : words.join(' ')
}
