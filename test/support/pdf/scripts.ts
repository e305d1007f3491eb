import type { Sample } from './latin.js'
import { drawPdf, rightToLeft, SANS } from './pdfkit-drawing.js'
import { packed, pagesPdf, rawPdf } from './raw-pdf.js'

const ARABIC =
  'كان حارس المنارة يعد السفن كل صباح ويكتب عددها في دفتر قديم. لا أحد في المدينة يعرف لماذا يفعل ذلك، لكن الجميع يحترمونه. وفي الشتاء يأتي الضباب فلا يرى شيئا، ومع ذلك يكتب.'
const MIXED_ARABIC = 'وصل 25 تاجرا من London إلى السوق في عام 1874 ومعهم سفينة اسمها Grey Heron محملة بالزيت.'
const HEBREW =
  'שומר המגדלור סופר את האוניות בכל בוקר ורושם את מספרן בספר ישן. איש בעיר אינו יודע מדוע הוא עושה זאת, אבל כולם מכבדים אותו.'
const MIXED_HEBREW = 'בשנת 1874 הגיעו 25 סוחרים מן London אל הנמל, ועמם אונייה בשם Grey Heron עמוסה שמן.'

const CHINESE = [
  '灯塔看守人每天早晨数船，',
  '并把数目写在一本旧簿子里。',
  '城里没有人知道他为什么这样做，',
  '可是大家都尊敬他。',
]
const TAIWANESE = ['燈塔看守人每天早晨數船，', '並把數目寫在一本舊簿子裡。', '城裡沒有人知道他為什麼這樣做。']
const JAPANESE = [
  '灯台守は毎朝船を数えて、',
  'その数を古い帳面に書いている。',
  '町の人は誰もその理由を知らないが、',
  'みな彼を尊敬している。',
]
const KOREAN = [
  '등대지기는 매일 아침 배를 세고',
  '그 수를 낡은 공책에 적는다.',
  '마을 사람들은 그 까닭을 모르지만',
  '모두 그를 존경한다.',
]

const rtl =
  (text: string): Sample['make'] =>
  () =>
    drawPdf((kit) => {
      kit.font(SANS).fontSize(13)
      rightToLeft(kit, text)
    })

/** A font that is named but not embedded, as East Asian documents have them: the reader must know its character map. */
const composite = (name: string, map: string, registry: string) =>
  `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /${map} /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (${registry}) /Supplement 2 >> /DW 1000 /FontDescriptor << /Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [0 -120 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 80 >> >>] >>`

const hex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex')

const lines = (texts: readonly string[]) =>
  packed(`BT /F1 14 Tf 22 TL 72 700 Td ${texts.map((text) => `<${hex(text)}> Tj T*`).join(' ')} ET`)

const eastAsian = (texts: readonly string[], font: string): Sample => ({
  order: texts.map((text) => text.slice(0, 6)),
  make: async () => pagesPdf([lines(texts)], { font }),
})

/** Lines that go down, the first one at the right. */
const vertical = (texts: readonly string[]) =>
  packed(texts.map((text, n) => `BT /F1 14 Tf ${500 - n * 24} 700 Td <${hex(text)}> Tj ET`).join(' '))

/** One-byte glyphs that mean what `map` says: ligatures and letters, as type-setting programs write them. */
function mapped(map: Readonly<Record<string, string>>, content: string): Buffer {
  const rows = Object.entries(map).map(
    ([glyph, text]) => `<${Buffer.from(glyph).toString('hex')}> <${hex(text)}>`,
  )
  const cmap = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def 1 begincodespacerange <00> <ff> endcodespacerange ${rows.length} beginbfchar ${rows.join(' ')} endbfchar endcmap end end`
  const font =
    '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding /ToUnicode 5 0 R >>'
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [6 0 R] >>',
    font,
    packed(content),
    packed(cmap),
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents 4 0 R >>',
  ])
}

const words = 'Each word of this line was placed by itself without any space'.split(' ')

export const SCRIPTS: Readonly<Record<string, Sample>> = {
  arabic: { order: ARABIC.split(' ').slice(0, 5), make: rtl(ARABIC) },
  'arabic-with-latin': { order: ['وصل', '25', 'London', '1874', 'Grey Heron'], make: rtl(MIXED_ARABIC) },
  hebrew: { order: HEBREW.split(' ').slice(0, 6), make: rtl(HEBREW) },
  'hebrew-with-latin': { order: ['1874', '25', 'London', 'Grey Heron'], make: rtl(MIXED_HEBREW) },
  chinese: eastAsian(CHINESE, composite('STSong-Light', 'UniGB-UCS2-H', 'GB1')),
  taiwanese: eastAsian(TAIWANESE, composite('MSung-Light', 'UniCNS-UCS2-H', 'CNS1')),
  japanese: eastAsian(JAPANESE, composite('HeiseiMin-W3', 'UniJIS-UCS2-H', 'Japan1')),
  korean: eastAsian(KOREAN, composite('HYSMyeongJo-Medium', 'UniKS-UCS2-H', 'Korea1')),
  'japanese-vertical': {
    order: JAPANESE.map((text) => text.slice(0, 6)),
    make: async () =>
      pagesPdf([vertical(JAPANESE)], { font: composite('HeiseiMin-W3', 'UniJIS-UCS2-V', 'Japan1') }),
  },
  'mapped-ligatures': {
    order: ['difficult', 'flight', 'official', 'file'],
    make: async () =>
      mapped(
        { '1': '\ufb01', '2': '\ufb02', '3': '\ufb03' },
        'BT /F1 12 Tf 72 700 Td (A di3cult 2ight of the o3cial 1le) Tj ET',
      ),
  },
  'placed-words': {
    order: words,
    make: async () =>
      pagesPdf([
        packed(
          words
            .map(
              (word, n) =>
                `BT /F1 10 Tf ${72 + (n % 6) * 60} ${700 - Math.floor(n / 6) * 14} Td (${word}) Tj ET`,
            )
            .join(' '),
        ),
      ]),
  },
  'kerned-words': {
    order: ['The fog', 'comes in', 'over', 'the tower'],
    make: async () =>
      pagesPdf([
        packed(
          'BT /F1 12 Tf 72 700 Td [(The)-280(f)20(o)10(g)-300(c)15(omes)-280(in)-280(o)25(v)20(er)-280(the)-290(to)30(wer)] TJ ET',
        ),
      ]),
  },
}
