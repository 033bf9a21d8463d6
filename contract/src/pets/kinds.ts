export const PET_KINDS = ['owned', 'community'] as const
export type PetKind = (typeof PET_KINDS)[number]

type KindRules = {
  /** The owner's form, with address and contact, changes it; and the owner may delete it. */
  readonly hasOwnerForm: boolean
  /** It can be marked as lost, and has a poster then. */
  readonly canBeLost: boolean
  /** A finder can write to its owner. */
  readonly takesFinders: boolean
}

/** The differences between pets with an owner and animals of the street. Photos, care, tags and prints are the same. */
export const KIND_RULES = {
  owned: { hasOwnerForm: true, canBeLost: true, takesFinders: true },
  community: { hasOwnerForm: false, canBeLost: false, takesFinders: false },
} as const satisfies Record<PetKind, KindRules>

/** The kinds for which this holds. */
export const kindsWith = (rule: keyof KindRules): PetKind[] => PET_KINDS.filter((kind) => KIND_RULES[kind][rule])

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
