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
