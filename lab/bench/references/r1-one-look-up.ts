// R1: bare node:http with one prepared look-up of what a finder may see of a pet, by unique key, answered as JSON.
import pg from 'pg'
import { PUBLIC_PET_SQL } from '../../../server/src/pets/public-pet.ts'
import { listening } from './listening.ts'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const text = `select ${PUBLIC_PET_SQL} from pets where pet_id = $1`

listening(async (request, response) => {
  const petId = request.url?.split('/').at(-1) ?? ''
  const { rows } = await pool.query({ name: 'look-up', text, values: [petId] })
  const body = JSON.stringify(rows[0] ?? null)
  response.writeHead(rows[0] ? 200 : 404, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
})
