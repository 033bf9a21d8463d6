// Loaded into the program of the pictures before anything else: its clock stands at CLOCK, and so does that of its database. The demo
// counts its days from today, so its pages show the same days, ages, sums and bars whenever they are pictured.
import { ServerResponse } from 'node:http'
import pg from 'pg'

const still = Date.parse(process.env.CLOCK ?? '')

globalThis.Date = new Proxy(Date, {
  construct: (date, given, made) => Reflect.construct(date, given.length === 0 ? [still] : given, made),
  get: (date, name) => (name === 'now' ? () => still : Reflect.get(date, name)),
})

// Migrations pass here, too, so that it is also the default of columns.
const inSql = (statement: string) => statement.replace(/\bnow\(\)/g, `to_timestamp(${still / 1_000})`)

const { query } = pg.Client.prototype

Object.assign(pg.Client.prototype, {
  query(this: pg.Client, statement: string | { text?: string }, ...further: unknown[]) {
    if (typeof statement === 'string') return Reflect.apply(query, this, [inSql(statement), ...further])
    if (statement.text) statement.text = inSql(statement.text)
    return Reflect.apply(query, this, [statement, ...further])
  },
})

const { writeHead } = ServerResponse.prototype

Object.assign(ServerResponse.prototype, {
  // By it the pages know the day. Node writes it with a Date that cannot be replaced.
  writeHead(this: ServerResponse, ...head: unknown[]) {
    this.setHeader('Date', new Date().toUTCString())
    return Reflect.apply(writeHead, this, head)
  },
})
