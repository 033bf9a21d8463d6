// R1: bare node:http with one prepared look-up by unique key, answered as JSON.
import pg from 'pg'
import { listening } from './listening.ts'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const text = `
  select pet_id, pet_name, owner_name, pet_type, pet_age, pet_gender, treatment_detail, treatment_date, vaccination_detail,
    vaccination_date, sterilization_detail, sterilization_date, deworming_detail, deworming_date, doctor_name, location,
    address, contact_details, treatment, vaccination, sterilization
  from pets where pet_id = $1`

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
