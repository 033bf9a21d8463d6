export const BOUNDARY = 'bench-boundary-7MA4YWxkTrZu0gW'

export const FORM_HEADERS = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }

const FIELDS = {
  fullname: 'Asha Rao',
  email: 'asha@example.org',
  phone: '+91 98200 11111',
  type_of_complaint: 'Injured or sick stray',
  location_of_incident: 'Andheri, Mumbai',
  date_of_incident: '2026-03-31',
  description: 'A dog with an injured leg lies beside the road and cannot stand up. People give it water.',
}

const parts = Object.entries(FIELDS)
  .map(([name, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
  .join('')

/** A multipart complaint without a file. */
export const complaintForm = `${parts}--${BOUNDARY}--\r\n`

/** The same row as an SQL insert. */
export const COMPLAINT_SQL = `insert into complaints (${Object.keys(FIELDS).join(', ')}) values (${Object.values(FIELDS)
  .map((value) => `'${value}'`)
  .join(', ')}) returning id`

/** With a file of this size that has the first and last bytes of a PDF: a picture would also be rendered, which row 13 measures. */
export function withPdf(bytes: number): string {
  const [head, end] = ['%PDF-1.4\n', '\n%%EOF\n']
  const size = bytes - head.length - end.length
  const filling = Array.from({ length: size }, (_, n) => String.fromCharCode((n * n * 31 + n) % 251))
  const document = `${head}${filling.join('')}${end}`
  return `${parts}--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="dog.pdf"\r\ncontent-type: application/pdf\r\n\r\n${document}\r\n--${BOUNDARY}--\r\n`
}
