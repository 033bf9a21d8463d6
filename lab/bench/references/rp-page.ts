// RP: bare node:http returning the rows of one list page with one prepared query, without session or counts.
import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import pg from 'pg'
import { listening } from './listening.ts'

const JOINS: Record<Purpose, string> = {
  membership: "left join memberships on payments.purpose = 'membership' and memberships.id = payments.subject_id",
  complaint: "left join complaints on payments.purpose = 'complaint' and complaints.id = payments.subject_id",
  donation: "left join donations on payments.purpose = 'donation' and donations.id = payments.subject_id",
}

const PAGES: Record<string, string> = {
  complaints: `
    select id, fullname, email, phone, type_of_complaint, created_at, status, payment_status, payment_paise
    from complaints order by id desc limit $1`,
  memberships: `
    select memberships.id, username, plan_name, category, memberships.created_at, start_date, expiry_date, memberships.amount_paise,
      features, memberships.email, plan_id, receipts.token, memberships.status
    from memberships
    left join payments on payments.subject_id = memberships.id and payments.purpose = 'membership' and disposition = 'applied'
    left join receipts on receipts.payment_id = payments.id
    order by memberships.id desc limit $1`,
  payments: `
    select payments.id, coalesce(memberships.username, complaints.fullname, donations.name) as username, memberships.plan_name,
      payments.amount_paise, payment_orders.provider_order_id, provider_payment_id, payments.status, disposition, payments.created_at
    from payments
    left join payment_orders on payment_orders.id = payments.order_id
    ${Object.values(JOINS).join(' ')}
    order by payments.created_at desc, payments.id desc limit $1`,
}

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })

listening(async (request, response) => {
  const [name = '', limit = '10'] = request.url?.slice(1).split('/') ?? []
  const { rows } = await pool.query({ name, text: PAGES[name] ?? '', values: [limit] })
  const body = JSON.stringify(rows)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
})
