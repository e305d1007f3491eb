import { expect, test } from 'vitest'
import { converse, lastReply } from '../../../support/talk/run-talk.js'

const COOK = {
  name: 'Ann Lee',
  tagline: 'cook at the Blue Hen',
  background: 'I was born in Porto. I live in Lyon with my dog Rex. I am forty-one years old. I like garlic.',
}
const talk = (...messages: string[]) => lastReply(COOK, ...messages)

test.each([
  ['Guten Tag!', /Hallo|Guten Tag|Grüß/],
  ['Wie geht es dir?', /gut/],
  ['Wer bist du?', /Ann Lee/],
  ['Was bist du von Beruf?', /auf Englisch.*cook at the Blue Hen/i],
  ['Wo wohnst du?', /^Ich wohne in Lyon\.$/],
  ['Woher kommst du?', /^Ich komme aus Porto\.$/],
  ['Wie alt bist du?', /^Ich bin 41 Jahre alt\.$/],
  ['Was magst du?', /Englisch.*garlic/],
  ['Wie heiße ich?', /nicht gesagt|noch nichts/i],
  ['Wie hoch ist der Eiffelturm?', /Englisch/],
  ['Vielen Dank!', /Bitte|Gern/],
  ['Auf Wiedersehen!', /Wiedersehen|Tschüss|Bis bald/],
  ['Bonjour !', /Bonjour|Salut|bonjour/],
  ['Comment ça va ?', /bien, merci/],
  ['Qui es-tu ?', /Ann Lee/],
  ['Où habites-tu ?', /^J'habite à Lyon\.$/],
  ["D'où viens-tu ?", /^Je viens de Porto\.$/],
  ['Quel âge as-tu ?', /^J'ai 41 ans\.$/],
  ["Qu'est-ce que tu aimes ?", /anglais.*garlic/],
  ['Quelle est la hauteur de la tour Eiffel ?', /anglais/],
  ['Merci beaucoup !', /rien|plaisir|prie/],
  ['Au revoir !', /revoir|bientôt/],
  ['¡Hola!', /Hola|Buen|buenas/],
  ['¿Cómo estás?', /bien, gracias/i],
  ['¿Quién eres?', /Ann Lee/],
  ['¿Dónde vives?', /^Vivo en Lyon\.$/],
  ['¿De dónde eres?', /^Soy de Porto\.$/],
  ['¿Cuántos años tienes?', /^Tengo 41 años\.$/],
  ['¿Qué te gusta?', /inglés.*garlic/],
  ['¿Qué altura tiene la torre Eiffel?', /inglés/],
  ['¡Muchas gracias!', /nada|gusto|No hay de qué/],
  ['¡Adiós!', /Adiós|Hasta/],
])('"%s" is answered in its language', async (message, answer) => {
  expect(await talk(message)).toMatch(answer)
})

test.each([
  [['Ich heiße Robin.', 'Wie heiße ich?'], 'Du heißt Robin.'],
  [["Je m'appelle Robin.", "Comment je m'appelle ?"], "Tu t'appelles Robin."],
  [['Me llamo Robin.', '¿Cómo me llamo?'], 'Te llamas Robin.'],
  [['Ich heiße Robin.', 'Was weißt du über mich?'], 'Du heißt Robin.'],
  [['Me llamo Robin.', 'What is my name?'], 'Your name is Robin.'],
])('a name told in another language is known: %j', async (messages, answer) => {
  expect(await talk(...messages)).toContain(answer)
})

test('what was told in English is said in English, and the language says so', async () => {
  expect(await talk('I like jazz.', 'Que sais-tu de moi ?')).toMatch(/anglais : You like jazz\.$/)
})

test('no reply in another language is empty, however often it is asked', async () => {
  for (const message of [
    'Wie hoch ist der Turm?',
    'Quelle est la tour ?',
    '¿Qué altura tiene?',
    'Ich bin da.',
  ]) {
    const replies = await converse(
      { persona: { name: 'Ann Lee', background: '' }, documents: {}, memories: [], facts: {} },
      Array.from({ length: 8 }, () => message),
    )
    expect(replies).not.toContain('')
  }
})
