import { at, drawPdf, type PdfKitDocument, SANS, SERIF, table } from './pdfkit-drawing.js'
import { paragraph, sentenceMarkers, sentences } from './prose.js'

/** A document of the corpus. `order` holds what must follow each other in its text. */
export type Sample = { readonly make: () => Promise<Buffer>; readonly order?: readonly string[] }

const heading = (kit: PdfKitDocument, text: string) =>
  kit
    .font('Times-Bold')
    .fontSize(18)
    .text(text, { align: 'center' })
    .font('Times-Roman')
    .fontSize(11)
    .moveDown()

const columns = (count: number, of: number, height: number) => (kit: PdfKitDocument) => {
  heading(kit, 'Proceedings of the Harbour Society')
  kit.text(paragraph(60 / count, of), {
    columns: count,
    columnGap: 20,
    height,
    align: 'justify',
    width: 468,
  })
}

export const LATIN: Readonly<Record<string, Sample>> = {
  letter: {
    order: ['Harbour Office', 'Dear Captain Vale', ...sentenceMarkers(9, 1), 'Yours sincerely'],
    make: () =>
      drawPdf((kit) => {
        kit.text('Harbour Office\n4 Quay Street\nNorth Haven', { align: 'right' }).moveDown(2)
        kit.text('Dear Captain Vale,').moveDown()
        for (const from of [0, 3, 6])
          kit
            .text(
              sentences(9, 1)
                .slice(from, from + 3)
                .join(' '),
            )
            .moveDown()
        kit.text('Yours sincerely,\n\n\nO. Finch, Harbour Master')
      }),
  },
  invoice: {
    order: [
      'Invoice 2030-114',
      'Brass sextant',
      'Rope, 30 fathoms',
      'Lamp oil',
      'Total due',
      'Payable within',
    ],
    make: () =>
      drawPdf((kit) => {
        kit.font('Helvetica').fontSize(20).text('Invoice 2030-114').fontSize(10)
        const rows = [
          ['Article', 'Quantity', 'Unit price', 'Amount'],
          ['Brass sextant', '2', '149.50', '299.00'],
          ['Rope, 30 fathoms', '12', '8.25', '99.00'],
          ['Lamp oil, refined', '40', '1.10', '44.00'],
          ['Chart of the fjord', '1', '75.00', '75.00'],
          ['Total due', '', '', '517.00'],
        ]
        kit.text('Payable within thirty days.', 72, table(kit, rows, { widths: [200, 80, 90, 90] }) + 20)
      }),
  },
  'two-columns': { order: sentenceMarkers(30, 3), make: () => drawPdf(columns(2, 3, 560)) },
  'three-columns': {
    order: sentenceMarkers(20, 4),
    make: () => drawPdf((kit) => columns(3, 4, 400)(kit.fontSize(10)), { layout: 'landscape' }),
  },
  paper: {
    order: [
      'On the Flight of Herons',
      ...sentenceMarkers(4, 5),
      ...sentenceMarkers(12, 6),
      'Figure 1',
      ...sentenceMarkers(11, 7),
    ],
    make: () =>
      drawPdf(
        (kit) => {
          heading(kit, 'On the Flight of Herons over Fixed Lights')
          kit.text(paragraph(4, 5), 110, 120, { width: 392 })
          kit.text(paragraph(12, 6), 72, 200, {
            columns: 2,
            columnGap: 20,
            height: 215,
            width: 468,
            align: 'justify',
          })
          kit.rect(200, 430, 212, 55).stroke()
          kit.text(
            'Figure 1. A heron, seen from below, and its reflection in still water at noon, drawn by the author.',
            120,
            490,
            { width: 372, align: 'center' },
          )
          kit.text(paragraph(11, 7), 72, 530, {
            columns: 2,
            columnGap: 20,
            height: 190,
            width: 468,
            align: 'justify',
          })
        },
        { margin: 50 },
      ),
  },
  newsletter: {
    order: sentenceMarkers(14, 8),
    make: () =>
      drawPdf((kit) => {
        heading(kit, 'The North Haven Gazette')
        kit.text(paragraph(14, 8), 72, 130, { width: 290 })
        kit.font('Helvetica').fontSize(9).text(paragraph(6, 9), 390, 130, { width: 150 })
      }),
  },
  'price-table': {
    order: ['Month', 'January', 'February', 'March', 'April', 'May', 'June'],
    make: () =>
      drawPdf((kit) => {
        const months = ['January', 'February', 'March', 'April', 'May', 'June']
        const rows = months.map((month, n) => [
          month,
          `${120 + n * 7}`,
          `${30 + n}.50`,
          `${(n * 13) % 9} %`,
          n % 2 ? 'rising' : 'falling',
        ])
        table(kit, [['Month', 'Ships', 'Toll', 'Loss', 'Trend'], ...rows], { widths: [110, 90, 90, 90, 90] })
      }),
  },
  'wrapped-table': {
    order: ['Clause', 'Arrival', 'Departure', 'Storage'],
    make: () =>
      drawPdf((kit) => {
        const rows = ['Arrival', 'Departure', 'Storage'].map((name, n) => [name, ...sentences(2, 10 + n)])
        table(kit, [['Clause', 'Rule', 'Exception'], ...rows], { widths: [90, 190, 190] })
      }),
  },
  form: {
    order: [
      'Surname',
      'Vale',
      'First name',
      'Imogen',
      'Vessel',
      'Grey Heron',
      'Tonnage',
      '412',
      'Home port',
      'North Haven',
    ],
    make: () =>
      drawPdf((kit) => {
        kit.font('Helvetica')
        const fields = [
          ['Surname', 'Vale'],
          ['First name', 'Imogen'],
          ['Vessel', 'Grey Heron'],
          ['Tonnage', '412'],
          ['Home port', 'North Haven'],
        ]
        for (const [n, [label = '']] of fields.entries()) at(kit, `${label}:`, [72, 120 + n * 26])
        for (const [n, [, value = '']] of fields.entries()) at(kit, value, [220, 120 + n * 26])
      }),
  },
  'turned-page': {
    order: sentenceMarkers(12, 13),
    make: () =>
      drawPdf((kit) => {
        Reflect.set(kit.page.dictionary.data, 'Rotate', 90)
        kit.rotate(-90, { origin: [0, 0] }).translate(-792, 0)
        kit.text(paragraph(12, 13), 72, 72, { width: 600 })
      }),
  },
  'turned-text': {
    order: sentenceMarkers(10, 14),
    make: () =>
      drawPdf((kit) =>
        kit.rotate(90, { origin: [306, 396] }).text(paragraph(10, 14), 60, 200, { width: 480 }),
      ),
  },
  'upside-down': {
    order: sentenceMarkers(8, 15),
    make: () =>
      drawPdf((kit) =>
        kit.rotate(180, { origin: [306, 396] }).text(paragraph(8, 15), 72, 72, { width: 468 }),
      ),
  },
  'margin-note': {
    order: sentenceMarkers(10, 16),
    make: () =>
      drawPdf((kit) => {
        kit.text(paragraph(10, 16), 110, 72, { width: 420 })
        kit.rotate(-90, { origin: [60, 500] })
        at(kit, 'Copied by hand in the archive of North Haven', [60, 500])
      }),
  },
  ligatures: {
    order: sentenceMarkers(14, 17),
    make: () =>
      drawPdf((kit) =>
        kit
          .font(SERIF)
          .text(`Offices, waffles, affluent flocks, fjords and fifty-five firs. ${paragraph(14, 17)}`),
      ),
  },
  hyphenation: {
    order: ['administration of lighthouses', 'understanding', 'North-Western', ...sentenceMarkers(6, 26)],
    make: () =>
      drawPdf((kit) => {
        const lines = [
          'It concerns the adminis-',
          'tration of lighthouses and',
          'the mutual under-',
          'standing of the North-',
          'Western keepers, who are',
          'considerably more experi-',
          'enced than any correspon-',
          'dent of this publication.',
        ]
        for (const [n, line] of lines.entries()) at(kit, line, [72, 100 + n * 14])
        kit.text(paragraph(6, 26), 72, 260, { width: 180, align: 'justify' })
      }),
  },
  footnotes: {
    order: [...sentenceMarkers(6, 18), 'See the register of 1874', 'The herons were counted'],
    make: () =>
      drawPdf((kit) => {
        kit
          .text(sentences(6, 18).slice(0, 3).join(' '), { continued: true })
          .fontSize(7)
          .text('1', { rise: 4, continued: true } as never)
        kit.fontSize(11).text(` ${sentences(6, 18).slice(3).join(' ')}`)
        kit.moveTo(72, 660).lineTo(200, 660).stroke().fontSize(8)
        kit.text('1 See the register of 1874, page 12, for a different account of the same winter.', 72, 668)
        kit.text(
          '2 The herons were counted from the tower; those on the far shore are not included.',
          72,
          682,
        )
      }),
  },
  'long-paragraphs': {
    order: sentenceMarkers(120, 19),
    make: () =>
      drawPdf((kit) =>
        kit.text(
          sentences(120, 19).reduce((text, line, n) => `${text}${n % 30 === 0 ? '\n\n' : ' '}${line}`),
          { align: 'justify' },
        ),
      ),
  },
  lists: {
    order: [
      'Bring the following',
      'A coil of rope',
      'Two lamps',
      'Oil',
      'Wicks',
      'First, light',
      'Second, write',
      'Third, wait',
    ],
    make: () =>
      drawPdf((kit) => {
        kit.font('Helvetica').text('Bring the following to the pier:').moveDown()
        kit
          .list([
            'A coil of rope, not shorter than ten fathoms',
            'Two lamps',
            ['Oil, refined', 'Wicks'],
            'A reliable watch',
          ])
          .moveDown()
        kit.list(
          [
            'First, light the lower lamp.',
            'Second, write the hour in the book.',
            'Third, wait for the answer.',
          ],
          { listType: 'numbered' },
        )
      }),
  },
  report: {
    order: sentenceMarkers(60, 20),
    make: () =>
      drawPdf((kit) => {
        for (const chapter of [0, 1, 2, 3]) {
          if (chapter > 0) kit.addPage()
          at(kit.fontSize(8), `Annual report of the harbour   Page ${chapter + 1} of 4`, [72, 40])
          kit
            .font('Helvetica-Bold')
            .fontSize(16)
            .text(`Chapter ${chapter + 1}`, 72, 72)
            .moveDown()
          kit
            .font('Times-Roman')
            .fontSize(11)
            .text(
              sentences(60, 20)
                .slice(chapter * 15, chapter * 15 + 15)
                .join(' '),
            )
        }
      }),
  },
  receipt: {
    order: ['NORTH HAVEN CHANDLERY', 'TALLOW CANDLES', 'SHIP BISCUIT', 'TOTAL'],
    make: () =>
      drawPdf(
        (kit) => {
          kit
            .font('Courier')
            .fontSize(10)
            .text(
              'NORTH HAVEN CHANDLERY\n\nTALLOW CANDLES     12   6.00\nSHIP BISCUIT        3   4.50\nLAMP GLASS          1  11.20\n----------------------------\nTOTAL                  21.70\nTHANK YOU',
            )
        },
        { size: [250, 300], margin: 20 },
      ),
  },
  listing: {
    order: ['def tide', 'moon =', 'return', 'print'],
    make: () =>
      drawPdf((kit) => {
        kit
          .font('Courier')
          .text(
            'def tide(day, port):\n    moon = phase(day)\n    if port == "north":\n        moon = moon + 1\n    return base[port] * moon\n\nprint(tide(12, "north"))',
          )
      }),
  },
  poem: {
    order: ['The lamp is lit', 'The fog is low', 'No ship will come', 'No ship will go'],
    make: () =>
      drawPdf((kit) =>
        kit
          .font('Times-Italic')
          .text(
            'The lamp is lit,\nThe fog is low,\nNo ship will come,\nNo ship will go.\n\nThe keeper counts\nWhat is not there,\nAnd writes it down\nWith special care.',
          ),
      ),
  },
  glossary: {
    order: ['Abeam', 'Bilge', 'Capstan', 'Dogwatch'],
    make: () =>
      drawPdf((kit) => {
        const terms = [
          ['Abeam', 'At a right angle to the keel.'],
          ['Bilge', 'The lowest part inside a ship, where water gathers.'],
          ['Capstan', 'A drum turned by bars to lift an anchor.'],
          ['Dogwatch', 'Either of the two short watches between four and eight in the evening.'],
        ]
        table(kit, terms, { widths: [120, 340] })
      }),
  },
  contents: {
    order: ['Introduction', 'The first winter', 'Instruments', 'Herons', 'Index'],
    make: () =>
      drawPdf((kit) => {
        heading(kit, 'Contents')
        const chapters = [
          ['Introduction', '1'],
          ['The first winter', '14'],
          ['Instruments of brass', '52'],
          ['Herons and other birds', '97'],
          ['Index', '131'],
        ]
        for (const [n, [title = '', page = '']] of chapters.entries()) {
          const dots = ' .'.repeat(Math.floor((430 - kit.widthOfString(title)) / kit.widthOfString(' .')))
          at(kit, `${title}${dots} ${page}`, [72, 120 + n * 20])
        }
      }),
  },
  'spaced-type': {
    order: ['NOTICE TO MARINERS', ...sentenceMarkers(5, 21)],
    make: () =>
      drawPdf((kit) =>
        kit
          .fontSize(14)
          .text('NOTICE TO MARINERS', { characterSpacing: 1.5 })
          .fontSize(11)
          .moveDown()
          .text(paragraph(5, 21), { wordSpacing: 3 }),
      ),
  },
  'double-print': {
    order: ['Warning', ...sentenceMarkers(4, 22)],
    make: () =>
      drawPdf((kit) => {
        for (const shift of [0, 0.3]) at(kit.fontSize(16), 'Warning to all vessels', [72 + shift, 72])
        kit.fontSize(11).text(paragraph(4, 22), 72, 110)
      }),
  },
  minutes: {
    order: ['Present:', ...sentenceMarkers(8, 23), 'Adjourned'],
    make: () =>
      drawPdf((kit) => {
        kit
          .font('Helvetica')
          .text('Minutes of the harbour board\nPresent: Finch, Vale, Oduya, Brandt')
          .moveDown()
        for (const [n, line] of sentences(8, 23).entries()) kit.text(`${n + 1}. ${line}`).moveDown(0.5)
        kit.text('Adjourned at a quarter past six.')
      }),
  },
  'greek-cyrillic': {
    order: ['Ο φαροφύλακας', 'Смотритель маяка'],
    make: () =>
      drawPdf((kit) =>
        kit
          .font(SANS)
          .text(
            'Ο φαροφύλακας μετρά τα πλοία κάθε πρωί και γράφει τον αριθμό σε ένα παλιό βιβλίο.\n\nСмотритель маяка считает корабли каждое утро и записывает их число в старую книгу.',
          ),
      ),
  },
  accents: {
    order: ['Zażółć', 'Příliš', 'Đường'],
    make: () =>
      drawPdf((kit) =>
        kit
          .font(SANS)
          .text(
            'Zażółć gęślą jaźń. Příliš žluťoučký kůň úpěl ďábelské ódy. Être naïf à Noël. Đường ra biển. Cafe\u0301 noir.',
          ),
      ),
  },
  recipe: {
    order: ['Fog soup', 'Ingredients', 'leeks', 'Method', ...sentenceMarkers(6, 24)],
    make: () =>
      drawPdf((kit) => {
        heading(kit, 'Fog soup')
        kit
          .font('Helvetica-Bold')
          .text('Ingredients')
          .font('Helvetica')
          .list(['4 leeks', '½ litre of cream', '200 g of potatoes, diced', '1 pinch of nutmeg'])
        kit.moveDown().font('Helvetica-Bold').text('Method').font('Helvetica').text(paragraph(6, 24))
      }),
  },
  landscape: {
    order: sentenceMarkers(20, 25),
    make: () => drawPdf((kit) => kit.text(paragraph(20, 25)), { layout: 'landscape' }),
  },
  timetable: {
    order: ['Ferry', 'North Haven', 'Gull Rock', 'Far Shore', 'Old Mill'],
    make: () =>
      drawPdf((kit) => {
        kit.font('Helvetica').fontSize(9)
        const stops = ['North Haven', 'Gull Rock', 'Far Shore', 'Old Mill']
        const rows = stops.map((stop, n) => [
          stop,
          ...[6, 8, 10, 12, 14, 16].map((hour) => `${hour}:${String(n * 13 + 5).padStart(2, '0')}`),
        ])
        table(kit, [['Ferry', '1', '2', '3', '4', '5', '6'], ...rows], {
          widths: [110, 55, 55, 55, 55, 55, 55],
        })
      }),
  },
}
