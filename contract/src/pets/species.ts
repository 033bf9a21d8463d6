/** Each has a picture of its own, `/species-{species}.svg`. */
export const SPECIES = ['dog', 'cat', 'rabbit', 'cow', 'goat', 'parrot', 'fish', 'other'] as const
export type Species = (typeof SPECIES)[number]

// Words in English, Hindi and Marathi. In English they are whole words, so that cattle are no cats; in Devanagari they are stems.
const WORDS: [Species, RegExp][] = [
  ['cat', /\b(cats?|kitt(en|y)s?|persian|siamese)\b|बिल्ल|मांजर/],
  ['rabbit', /\b(rabbits?|bunn(y|ies))\b|खरगोश|ससा(?!ण)|ससे/],
  ['cow', /\b(cows?|bulls?|ox(en)?|cal(f|ves)|cattle)\b|गाय|गाई|बैल|बछड़|बछिया|वासर/],
  ['goat', /\b(goats?)\b|बकर|शेळी|बोकड/],
  ['parrot', /\b(parrots?|parakeets?|budgies?|budgerigars?|cockatiels?|lovebirds?)\b|तोत|पोपट/],
  ['fish', /fish(es)?\b|\bguppy\b|मछल|मास[ाे]/],
  // Last, because an Indie may be a cat.
  [
    'dog',
    /\b(dogs?|dogg(y|ie)|pup(py|pies|s)?|indie|mongrel|labrador|retriever|shepherd|spitz|pomeranian|pug|beagle)\b|कुत्त|कुत्र|श्वान/,
  ],
]

/** The species that a pet's kind names, as somebody typed it: `Indie dog`, `बिल्ली`. `other` for all that is not known. */
export function speciesOf(petType: string): Species {
  const typed = petType.normalize('NFC').toLowerCase()
  return WORDS.find(([, words]) => words.test(typed))?.[0] ?? 'other'
}
