// `npm run build`: the pages, unless they are built from these very sources.
import { build } from './prepare.mjs'

await build()
