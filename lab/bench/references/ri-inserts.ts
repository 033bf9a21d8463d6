// RI without pgbench: inserts complaint rows one after the other on each connection, each with fsync. Prints the number per second.
import pg from 'pg'

const [sql = '', connections, milliseconds] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: Number(connections) })
await Promise.all(Array.from({ length: Number(connections) }, () => pool.query('select 1')))

const startedAt = performance.now()
let made = 0
await Promise.all(Array.from({ length: Number(connections) }, run))
process.stdout.write(String(made / ((performance.now() - startedAt) / 1_000)))
await pool.end()

async function run(): Promise<void> {
  while (performance.now() - startedAt < Number(milliseconds)) {
    await pool.query({ name: 'insert', text: sql })
    made++
  }
}
