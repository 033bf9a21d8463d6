import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import {
  aJpeg,
  aPdf,
  aPng,
  attachmentFiles,
  complaintParts,
  filePart,
  MIB,
  sendForm,
} from '../../../test/attachments.ts'
import { testApp } from '../../../test/harness.ts'
import { storedText } from '../../../test/stored.ts'
import { AttachmentInspector, type AttachmentKind } from './content-kind.ts'

const app = await testApp()

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const latin1 = (text: string) => Buffer.from(text, 'latin1')

/** A valid ZIP file with one entry. */
function aZip(): Buffer {
  const [name, content] = [latin1('a.txt'), deflateRawSync('hello')]
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(content.length, 18)
  local.writeUInt16LE(name.length, 26)
  const central = Buffer.alloc(46)
  central.writeUInt32LE(0x02014b50)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(1, 10)
  return Buffer.concat([local, name, content, central, name, end])
}

// CMP-18, V5.2.2
test.for([
  ['pdf', 'report.pdf', aPdf()],
  ['pdf', 'a picture by its name.png', aPdf()],
  ['jpg', 'IMG_0001.JPG', aJpeg()],
  ['jpg', 'photo.jpeg', aJpeg(2 * MIB)],
  ['png', 'screen.png', aPng()],
  ['png', 'no-extension', aPng(64 * 1024 + 1)],
  ['pdf', 'of exactly 5 MiB.pdf', aPdf(5 * MIB)],
  ['jpg', 'of exactly 5 MiB.jpg', aJpeg(5 * MIB)],
  ['png', 'of exactly 5 MiB.png', aPng(5 * MIB)],
] as const)(
  // CMP-2
  'a right file is taken as the %s that it is, whatever its name: %s',
  async ([kind, name, bytes]) => {
    const { status, body } = await sendForm(app, [...complaintParts(), filePart(bytes, name)])
    expect(status).toBe(201)
    const row = await app.db
      .selectFrom('complaints')
      .select('file_path')
      .where('id', '=', body.data.complaint_id)
      .executeTakeFirstOrThrow()
    expect(row.file_path).toMatch(new RegExp(`^[a-z0-9]{32}\\.${kind}$`))
    const file = await app.db
      .selectFrom('complaint_files')
      .select(['name', 'original_name'])
      .where('complaint_id', '=', body.data.complaint_id)
      .executeTakeFirstOrThrow()
    expect(file.name).toBe(row.file_path)
    expect(file.original_name === null).toBe(kind === 'pdf')
    const stored = await readFile(path.join(app.config.dataDir, 'attachments', file.original_name ?? file.name))
    expect(sha256(stored)).toBe(sha256(bytes))
  },
)

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'
const HTML = '<!doctype html><html><body><script>alert(1)</script></body></html>'
const EXE = Buffer.concat([latin1('MZ\x90\0\x03\0\0\0'), Buffer.alloc(2_000, 0xcc)])

/** Puts text into a PNG chunk that decoders ignore. */
function pngWith(text: string): Buffer {
  const png = aPng(4_096)
  png.write(text, 200, 'latin1')
  return png
}

function jpegWith(text: string): Buffer {
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, text.length + 2]), latin1(text)])
  const jpeg = aJpeg()
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)])
}

const WRONG: [what: string, name: string, bytes: Buffer][] = [
  ['an SVG', 'drawing.svg', latin1(SVG)],
  ['an SVG named as a picture', 'drawing.png', latin1(SVG)],
  ['an HTML page', 'page.html', latin1(HTML)],
  ['an HTML page named as a PDF', 'page.pdf', latin1(HTML)],
  ['a program', 'tool.exe', EXE],
  ['a program named as a picture', 'holiday.jpg', EXE],
  ['a ZIP', 'files.zip', aZip()],
  ['a ZIP named as a PDF', 'files.pdf', aZip()],
  ['text', 'note.txt', latin1('hello')],
  ['an empty file', 'empty.pdf', Buffer.alloc(0)],
  ['one byte', 'one.png', Buffer.from([0x89])],
  ['a GIF', 'moving.gif', latin1('GIF89a\x01\0\x01\0\0\0\0;')],
  ['a picture that is a page as well', 'poly.png', pngWith(HTML)],
  ['a picture with a script in capital letters', 'poly.png', pngWith('<SCRIPT SRC=//evil>')],
  ['a picture with an SVG in it', 'poly.png', pngWith(SVG)],
  ['a photograph that is a page as well', 'poly.jpg', jpegWith(HTML)],
  ['a photograph with PHP in it', 'poly.jpg', jpegWith('<?php system($_GET[0]) ?>')],
  ['a photograph that is a ZIP as well', 'poly.jpg', Buffer.concat([aJpeg(), aZip()])],
  [
    'a photograph that is a JAR with a comment at its end',
    'gifar.jpg',
    Buffer.concat([aJpeg(), aZip(), Buffer.alloc(60_000)]),
  ],
  ['a picture that is a ZIP as well', 'poly.png', Buffer.concat([aPng(), aZip()])],
  ['a PDF that is a ZIP as well', 'poly.pdf', Buffer.concat([aPdf(), aZip(), latin1('%%EOF')])],
  ['a PDF that begins behind junk', 'late.pdf', Buffer.concat([latin1('junk\n'), aPdf()])],
  ['a photograph with a PDF behind its head', 'poly.jpg', Buffer.concat([aJpeg().subarray(0, 160), aPdf(), aJpeg()])],
  ['a picture with bytes after its end', 'tail.png', Buffer.concat([aPng(), latin1('x')])],
  ['a page with the head of a picture', 'head.png', Buffer.concat([aPng().subarray(0, 8), latin1('hello')])],
  ['a PDF that was cut off', 'cut.pdf', aPdf(9_000).subarray(0, 5_000)],
  ['a picture that was cut off', 'cut.png', aPng(9_000).subarray(0, 8_999)],
  ['a photograph that was cut off', 'cut.jpg', aJpeg().subarray(0, 100)],
  ['zeros of exactly 5 MiB', 'zeros.pdf', Buffer.alloc(5 * MIB)],
]

// CMP-2, CMP-18, V1.3.4, V5.2.2, V5.3.1
test.for(WRONG)('%s is refused with 415, and neither a file nor a complaint is left', async ([, name, bytes]) => {
  const before = [await storedText(app.pool), await attachmentFiles(app)]
  const { status, body } = await sendForm(app, [...complaintParts(), filePart(bytes, name)])
  expect(status).toBe(415)
  expect(body).toEqual({
    status: 'error',
    code: 'wrong_file_type',
    message: 'Only PDF, JPG or PNG files are allowed.',
    errors: { file: 'Only PDF, JPG or PNG files are allowed.' },
  })
  expect([await storedText(app.pool), await attachmentFiles(app)]).toEqual(before)
})

// CMP-2
test('a photograph whose data resemble a file signature is accepted', async () => {
  for (const chance of [
    '<sVg\x07',
    '<SVG\xd8',
    '<htm',
    '<scrip\0',
    '<svg \xd8',
    '<SvG>\x07',
    '<hTmL\xf3',
    '<?PHP\x91',
  ]) {
    const { status } = await sendForm(app, [
      ...complaintParts(),
      filePart(jpegWith(`\x12\xf3${chance}\x91`), 'photo.jpg'),
    ])
    expect(status, chance).toBe(201)
  }
})

// CMP-18, V5.2.2
test('an attachment’s detected type does not depend on how it is split into chunks', () => {
  const files: [Buffer, AttachmentKind | null][] = [
    [pngWith('<script>'), null],
    [jpegWith('<!DOCTYPE html>'), null],
    [jpegWith('<svg onload=1>'), null],
    [jpegWith('<svg/x=1 onload=1>'), null],
    [jpegWith('<svg \nonload=1>'), null],
    [jpegWith('<svg><script>'), null],
    [jpegWith('<svg "=1 onload=1>'), null],
    [jpegWith('<svg>a<animate onbegin=1>'), null],
    [jpegWith('<html>'), null],
    [jpegWith('<?php phpinfo()'), null],
    [aJpeg(), 'jpg'],
    [aPng(300), 'png'],
  ]
  for (const [bytes, kind] of files) {
    for (let at = 0; at <= bytes.length; at++) expect(kindOf([bytes.subarray(0, at), bytes.subarray(at)])).toBe(kind)
    expect(kindOf(Array.from(bytes, (byte) => Buffer.of(byte)))).toBe(kind)
  }
})

// CMP-18, V5.2.2
test('a photograph with an archive appended is detected where archive programs look', () => {
  const looked = 65_557
  for (const [behind, kind] of [
    [looked - 5, null],
    [looked - 4, null],
    [looked - 3, 'jpg'],
    [3 * looked, 'jpg'],
  ] as const) {
    const bytes = Buffer.concat([aJpeg(), latin1('PK\x05\x06'), Buffer.alloc(behind)])
    const archiveAt = bytes.length - behind - 4
    for (let at = archiveAt - 1; at <= archiveAt + 5; at++)
      expect(kindOf([bytes.subarray(0, at), bytes.subarray(at)]), `${behind} bytes, cut at ${at}`).toBe(kind)
    expect(kindOf(pieces(bytes, 1_000)), `${behind} bytes, in pieces`).toBe(kind)
  }
})

const pieces = (bytes: Buffer, size: number) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size))

function kindOf(pieces: Buffer[]): AttachmentKind | null {
  const inspector = new AttachmentInspector()
  for (const piece of pieces) inspector.add(piece)
  return inspector.kind()
}
