import { setHashCost } from '../src/people/auth/password.ts'

// The lowest that argon2id takes. Tests about hashing itself set the product's cost.
setHashCost({ memoryCost: 8, timeCost: 1, parallelism: 1 })
