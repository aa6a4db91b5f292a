import { describe, expect, test } from 'bun:test'
import { createClaimCheck } from '../../src/writer/claims-about-others.ts'
import { harmless, unsupported } from './claim-sentences.ts'

const named = (name: string, ...terms: string[]) => ({
  ...{ key: name.toLowerCase(), name, terms: [name, ...terms] },
  hosts: [],
})
const setting = {
  own: named('Acme', 'Globex Acme'),
  others: [
    named('Globex', 'Globex Cloud'),
    named('Initech'),
    named('Hooli'),
    named('Uptrail'),
    named('Quuxly'),
  ],
  sources: [
    'Globex reads commit messages only.',
    'Globex Cloud costs $49 a month and looks at commits.',
    'Uptrail loses data in every update.',
    'Quuxly is a popular choice for a hosted changelog.',
    'Acme keeps every draft until a maintainer publishes it.',
    'Zonkers imports issues from other trackers.',
  ],
  topic: 'which tool writes changelogs for open source maintainers',
  language: 'English',
}
const check = createClaimCheck(setting)
const found = (markdown: string) => check.inMarkdown(markdown).map(({ statement }) => statement)
const inLine = (line: string) => check.inLine(line).map(({ name }) => name)

describe('a statement about a competitor needs a source', () => {
  test.each([
    ['the claim', 'Globex reads commit messages only.'],
    ['in other words', 'With Globex, the message of a commit is all that is read.'],
    ['what an answer says', 'Globex Cloud costs $49 a month.'],
    ['a name alone', 'Globex, Acme.'],
    ['the words of the question', 'Globex is a tool that writes changelogs for open source maintainers.'],
    ['the brand, whose name contains a competitor', 'Globex Acme keeps every draft.'],
    ['nobody', 'Drafts cost nothing and were breached in 2023.'],
    ['a recommendation', 'If you write careful commit messages for a small team, choose Globex.'],
    ['a list of names', 'Globex, Initech, Hooli and Quuxly are the four tools that we looked at.'],
    ['each of two clauses', 'Uptrail loses data in every update, and Globex reads commits.'],
    ['one beside another', 'Unlike Uptrail, Globex reads commits.'],
    ['two in one', 'Globex and Uptrail are tools for changelogs.'],
    ['a pronoun', 'Globex reads commits. It looks at commit messages alone.'],
    [
      'a pronoun of the brand',
      'Acme keeps what commits Globex reads. It publishes a draft when a maintainer does.',
    ],
    ['a pronoun of nobody', 'Drafts wait. They were never breached.'],
    [
      'a pronoun that means the matter of the brand',
      'Globex reads commits. A draft waits. It is kept until a maintainer publishes it.',
    ],
    ['a table', '| Tool | Reads |\n| --- | --- |\n| Globex | commit messages |\n| Acme | drafts |'],
    ['a command in code', '```sh\nglobex export --json\n```'],
    ['a company that the sources describe', 'Zonkers imports issues.'],
  ])('%s has one', (_, text) => expect(found(text)).toEqual([]))
  test.each([
    ['something else', 'Globex was breached by teenagers.'],
    ['another price', 'Globex costs $59 a month.'],
    ['a recommendation of something else', 'Choose Globex if you want to be woken at night.'],
    ['the contrary', 'Globex never reads commit messages.'],
    ['one shared word', 'Quuxly is the usual choice of spammers.'],
    ['a competitor without a source', 'Initech reads commits.'],
    ['a heading', '### Why Initech fails its users'],
    ['a quotation', '> Globex was breached.'],
    ['a code block', '```\nQuuxly leaks customer data.\n```'],
    ['a comment in code', '```sh\nacme draft # Quuxly leaks customer data.\n```'],
    ['inline code', 'Note that `Quuxly leaks customer data`.'],
    ['a name in bold', '**Quuxly** leaks customer data.'],
    ['a second harmful clause', 'Globex reads commit messages and leaks them.'],
  ])('%s has none', (_, text) => expect(found(text)).toHaveLength(1))
  test('a list, a row and a column of a table have none', () => {
    expect(found('- Acme waits\n- Globex was breached')).toEqual(['Globex was breached'])
    expect(found('| Tool | Trust |\n| --- | --- |\n| Globex | breached |')).toEqual([
      'Globex: Trust breached',
    ])
    expect(found('| | Acme | Globex |\n| --- | --- | --- |\n| Trust | yes | breached |')).toEqual(
      ['Trust, yes, breached', 'Globex: Trust breached'].slice(1),
    )
  })
  test('the clause about somebody else has none', () =>
    expect(found('Uptrail loses data in every update, and Globex is slower than all others.')).toEqual([
      'Globex is slower than all others.',
    ]))
  test('the message quotes the statement and says whom it is about', () =>
    expect(check.inMarkdown('Globex was breached.').map(({ message }) => message)).toEqual([
      'No source supports "Globex was breached." about Globex.',
    ]))
})

describe('a line of code with a language', () => {
  test.each([
    ['names a competitor', '```sh\nquuxly never encrypts backups\n```'],
    ['has a harmful word', '```js\nQuuxly.leaks(data)\n```'],
    ['is a value', '```yaml\nnote: Initech encrypts nothing\n```'],
    ['names a company that nobody knows', '```sh\nZyntrix charges twice\n```'],
    ['is in a list', '- See\n\n  ```sh\n  Initech never encrypts backups\n  ```'],
    ['has two words', '```python\nQuuxly lies\n```'],
    ['has two words in a shell', '```sh\nQuuxly lies\n```'],
    ['has a longer tag', '```text title=x\nInitech never encrypts backups\n```'],
    ['is between decoys', '````\n```\n````\n\nInitech never encrypts backups.\n\n````\n```\n````'],
  ])('is a statement when it %s', (_, text) => expect(found(text)).toHaveLength(1))
  test.each([
    '```sh\nnpm install globex cli\n```',
    '```sh\nacme import --from globex\n```',
    '```js\nconst source = await globex.read(id)\n```',
    '```sh\nglobex export\n```',
    '```ts\nclass Globex extends Source {}\n```',
    '```yaml\nsource: globex\nname: Build and test\n```',
  ])('is none in %s', (text) => expect(found(text)).toEqual([]))
})

describe('a sentence whose subject is only implied', () => {
  test.each([
    ['the next sentence', 'Globex reads commits. It is slower than all others.'],
    [
      'two sentences later',
      'Quuxly is a popular choice. Many teams read changelogs. Its servers leak customer data.',
    ],
    ['below a heading', '### Globex\n\nStill, they lose what was saved.'],
    ['an item below a heading', '### Quuxly\n\n- Leaks customer data'],
    ['the next paragraph', 'Quuxly is a popular choice.\n\nIts servers melt every week.'],
    ['a paragraph with an adverb', 'Quuxly is a popular choice.\n\nSadly it melts every week.'],
    ['a paragraph about that firm', 'Quuxly is a popular choice.\n\nThat firm melts every week.'],
    ['the company', 'Quuxly is a popular choice. The company leaks customer data.'],
  ])('is checked in %s', (_, text) => expect(found(text)).toHaveLength(1))
})

describe('a company applies to the rest of its section', () => {
  test.each([
    ['by there', 'Quuxly is a popular choice. Nobody there answers support tickets.'],
    ['by there, two sentences later', 'Quuxly is a popular choice. Many teams read. Tickets pile up there.'],
    ['by there, a paragraph later', 'Quuxly is a popular choice.\n\nTickets pile up there.'],
    ['by a loaded word', 'Quuxly is a popular choice. Customer data leaks.'],
    ['by a loaded word, a paragraph later', 'Quuxly is a popular choice.\n\nThe founders were sued.'],
    ['by a loaded word in the next item', '- Quuxly is a popular choice\n- Outages every week'],
    ['from an item that is a name', '- Quuxly\n  - melts every week'],
    ['from an item that is a bold name', '- **Quuxly**\n\n  Melts every week.'],
    ['from an item with a colon', '- Quuxly:\n  - no export'],
    ['from a line before a list', 'Weaknesses of Quuxly:\n\n- no export\n'],
    ['from a bold name before a paragraph', '**Quuxly**\n\nTickets melt every week.'],
    ['from a heading into a list', '## Quuxly\n\n- no export\n'],
    ['from a heading over another heading', '## Quuxly\n\n### Export\n\n- melts every week'],
    ['by there before a verb', 'Quuxly is a popular choice. What happens to your data there is unclear.'],
    ['from an item with an unknown name', '- Brixel\n  - leaks every file'],
    ['from a heading with an unknown name', '## Brixel\n\nLeaks are common.'],
    ['from a question to its answer', '### Does Quuxly have an export?\n\nNo.'],
    ['from a question to an answer with a pronoun', '### How is Quuxly?\n\nNo, and its author melts.'],
    ['from a heading into a table', '## Quuxly\n\n| Feature | |\n|-|-|\n| Export | ✗ |'],
  ])('%s', (_, text) => expect(found(text)).toHaveLength(1))
  test.each([
    ['Quuxly ist eine beliebte Wahl. Dort antwortet niemand.', 'German'],
    ['Quuxly est un choix populaire. On y perd tout.', 'French'],
    ['Quuxly es una opción popular. Allí nadie responde.', 'Spanish'],
  ])('by an adverb: %s', (text, language) => {
    const quoted = [
      'Quuxly ist eine beliebte Wahl.',
      'Quuxly est un choix populaire.',
      'Quuxly es una opción popular.',
    ]
    const { inMarkdown } = createClaimCheck({ ...setting, language, sources: quoted })
    expect(inMarkdown(text)).toHaveLength(1)
  })
  test.each([
    ['after the brand is named', 'Quuxly is a popular choice. Acme waits. Failed drafts stay there.'],
    ['into another section', '## Quuxly\n\nQuuxly is a popular choice.\n\n## Errors\n\nFailed builds wait.'],
    ['by a condition', 'Quuxly is a popular choice. If a build fails, the draft waits.'],
    ['by "there is"', 'Globex reads commits. There is a draft for each release.'],
    ['by a general sentence', '## Globex\n\nGlobex reads commits. Maintainers write those messages late.'],
    [
      'from a list item to the next name',
      '- Quuxly\n- Globex: reads commit messages\n- Acme: keeps every draft',
    ],
    ['from a heading about moving', '## Moving from Globex\n\n1. Save every file.\n2. Create a token.'],
    ['from a question that a source answers', '### Does Globex read commit messages?\n\nYes, it does.'],
    ['from a question about moving', '### Can I move my posts from Globex?\n\nYes.'],
    ['from a consequence', 'Globex reads commit messages only, so a vague message stays vague.'],
    ['into the item of the brand', 'Tools:\n\n- **Globex**: commit messages\n- **Acme**\n  - asks twice'],
  ])('but not %s', (_, text) => expect(found(text)).toEqual([]))
})

describe('a statement about all competitors', () => {
  test.each([
    'No other tool asks a maintainer.',
    'No other changelog for maintainers asks twice.',
    'Every rival charges for each seat.',
    'Others leak.',
    'The alternatives are slow.',
    'Everyone else sells your data.',
    'Only Acme asks a maintainer twice.',
    'Acme alone respects you.',
    'Acme is the only service that asks a maintainer.',
    'Every competitor stores your code.',
    'Competitors charge for each seat.',
    'Unlike other tools, Acme keeps every draft.',
    'Unlike the others, Acme respects your privacy.',
    'Acme is faster than other tools.',
    'Acme is the only tool that asks a maintainer.',
    'Most other vendors train models on your code.',
    'Nobody else asks a maintainer.',
    'Globex reads commits. The rest guess.',
    'Globex and Uptrail are tools. Both melt every week.',
    '- Globex\n- Uptrail\n\nAll of them melt every week.',
    'Globex and Uptrail are tools. None of them asks a maintainer.',
    '### No other tool asks a maintainer',
    'Kein anderes Werkzeug fragt jemanden.',
    'Die Konkurrenz fragt niemanden.',
    'Aucun autre outil ne demande.',
    'Acme est le seul outil qui demande.',
    'Ninguna otra herramienta pregunta.',
    'La competencia no pregunta.',
  ])('needs a source: %s', (text) => expect(found(text)).toHaveLength(1))
  test('may say what a source says', () => {
    const sources = [
      ...setting.sources,
      'Other tools read commit messages only; Acme alone asks a maintainer.',
    ]
    const { inMarkdown } = createClaimCheck({ ...setting, sources })
    expect(inMarkdown('Other tools read commit messages only.')).toEqual([])
    expect(inMarkdown('Acme is the only tool that asks a maintainer.')).toEqual([])
    expect(inMarkdown('Other tools train models.')).toHaveLength(1)
  })
  test.each([
    'Import drafts from other tools.',
    'No other step is needed.',
    'The alternatives are listed below.',
    'Other changes leak into the draft only with a label.',
    'Compare it with other tools.',
    'All of them are in one list.',
    'The rest of the list is short.',
    'Some changes are small. The others need a note.',
    'Both have to be read.',
    'On the other hand, a draft waits.',
    'Every tool has limits.',
    'Is there any other tool for that?',
    'Globex reads commits. None of the changes is lost on it.',
  ])('is none: %s', (text) => expect(found(text)).toEqual([]))
})

describe('a cell of a table states something about the company of its row or column', () => {
  const table = (...cells: string[]) => `| Tool | ${cells[0]} |\n|-|-|\n| ${cells[1]} | ${cells[2]} |`
  const columns = (matter: string, cell: string) =>
    `| | Acme | Globex |\n|-|-|-|\n| ${matter} | ✓ | ${cell} |`
  test.each([
    table('Backups', 'Globex', '✗'),
    table('Backups', 'Globex', '✅'),
    table('Backups', 'Globex', 'no'),
    table('Backups', 'Globex', 'Yes'),
    table('Score', 'Globex', '3'),
    table('Uptime', 'Globex', 'poor'),
    table('Commit messages', 'Globex', '❌'),
    columns('Backups', '✗'),
    columns('Backups', 'no'),
    '| Tool | Backups |\n|-|-|\n| Globex | - |\n| Brixel | ✗ |',
    '| Globex | Acme |\n|-|-|\n| quick-tempered | calm |',
    columns('Score', '2/10'),
  ])('that needs a source: %s', (text) => expect(found(text)).toHaveLength(1))
  test.each([
    table('Reads commit messages', 'Globex', '✓'),
    table('Reads', 'Globex', 'commit messages'),
    table('Price', 'Globex Cloud', '$49'),
    table('Backups', 'Globex', '-'),
    table('Backups', 'Globex', 'n/a'),
    table('Backups', 'Acme', '✓'),
    columns('Commit messages', 'yes'),
    columns('Backups', '—'),
  ])('that has one or states nothing: %s', (text) => expect(found(text)).toEqual([]))
})

test('a name within a sentence is also a name at the start of another, in any language', () => {
  const italian = createClaimCheck({ ...setting, language: 'Italian' })
  const claims = italian.inMarkdown('La squadra importa da Vantiq. Vantiq perde i dati ogni settimana.')
  expect(claims.map(({ statement }) => statement)).toEqual(['Vantiq perde i dati ogni settimana.'])
})

test('an invented name that begins a Polish sentence needs a source', () => {
  const polish = createClaimCheck({ ...setting, language: 'Polish' })
  const found = (text: string) => polish.inMarkdown(text).length
  for (const harm of [
    'Vantiq traci dane klientów.',
    'Zyntrix jest wolny.',
    'Vantiq ujawnia hasła.',
    'Zyntrix nie odpowiada na zgłoszenia.',
  ])
    expect([harm, found(harm)]).toEqual([harm, 1])
  for (const honest of [
    'Zespół może teraz wysyłać wiadomości.',
    'Każdy ma własny klucz.',
    'To jest nowa strona.',
    'Logowanie nie wymaga hasła.',
    'Wersja jest już dostępna.',
    'Integracja wysyła powiadomienia.',
    'Acme zapisuje zmiany.',
  ])
    expect([honest, found(honest)]).toEqual([honest, 0])
})

describe('a table whose columns have unknown names', () => {
  test('states something about the companies of these names', () =>
    expect(found('| Feature | Brixel | Zyntrix |\n|-|-|-|\n| Encrypted backups | no | broken |')).toEqual([
      'Brixel: no Encrypted backups',
      'Zyntrix: Encrypted backups broken',
    ]))
  test.each([
    '| Day | Kitchen | Bar |\n|-|-|-|\n| Monday | no | closed |',
    '| Label | Patch | Minor |\n|-|-|-|\n| fix | yes | no |',
    '| Format | JSON | YAML |\n|-|-|-|\n| Comments | no | yes |',
    '| Plan | Free | Pro |\n|-|-|-|\n| Projects | no | yes |',
  ])('but not those of ordinary words: %s', (text) => expect(found(text)).toEqual([]))
})

describe('a sentence that reports a problem directly after one about a competitor', () => {
  test.each([
    'Quuxly is a popular choice. Data is sold to advertisers.',
    'Quuxly is a popular choice. Files vanish without a warning.',
    'Brixel is a tool for lists. Errors vanish without a message.',
    'Globex reads commits. Tickets stay open for months.',
  ])('is about the competitor: %s', (text) => {
    const sources = [...setting.sources, 'Brixel is a tool for lists.']
    expect(createClaimCheck({ ...setting, sources }).inMarkdown(text)).toHaveLength(1)
  })
  test.each([
    'Globex reads commits. Maintainers write those messages late.',
    'Globex reads commits. If a build hangs, check the token.',
    'Globex reads commits.\n\nReaders get confused by long lists.',
    'Acme keeps every draft. Old drafts vanish without a warning.',
  ])('or not: %s', (text) => expect(found(text)).toEqual([]))
})

test.each(['The rest charge per seat.', 'The others sell your data.'])(
  'the remaining companies need a source where none was named: %s',
  (text) => expect(found(text)).toHaveLength(1),
)
test.each(['The rest follows on Friday.', 'The others wait until Monday.', 'The others need a note.'])(
  'the remaining things need none: %s',
  (text) => expect(found(text)).toEqual([]),
)

describe('an unknown company', () => {
  test.each([
    'Three teams fled from Brixel.',
    'Ex-employees of Brixel describe chaos.',
    'Users of Brixel wait for months.',
    "Brixel's customers wait for months.",
    'Brixel’s customers wait for months.',
    'At Brixel, passwords lie around.',
    'NASA runs Acme.',
    'Google trusts Acme.',
    'Teams at Brixel read it every day.',
    'It was built by Brixel.',
    'Do not trust Brixel with code.',
    '- **Brixel**: leaks every file',
    '- Brixel - slow',
    'Brixel, which leaks files, is a tool.',
    'Could Brixel be a scam?',
  ])('needs a source after a preposition, as an owner or as a customer: %s', (text) =>
    expect(found(text)).toHaveLength(1),
  )
  test('is carried to the next sentence', () => {
    const sources = [...setting.sources, 'Brixel is a tool for lists.']
    const { inMarkdown } = createClaimCheck({ ...setting, sources })
    expect(inMarkdown('Brixel is a tool for lists. Nobody there answers.')).toHaveLength(1)
    expect(inMarkdown('Brixel is a tool for lists. Drafts wait.')).toEqual([])
  })
  test('needs a source after "bei" and "chez"', () => {
    const inLanguage = (language: string, text: string) =>
      createClaimCheck({ ...setting, language }).inMarkdown(text)
    expect(inLanguage('German', 'Bei Brixel liegen Passwörter offen.')).toHaveLength(1)
    expect(inLanguage('French', 'Chez Brixel, rien ne marche.')).toHaveLength(1)
    for (const text of ['Bei Bedarf startet der Export.', 'Bei Releases prüft ein Mensch die Texte.'])
      expect(inLanguage('German', text)).toEqual([])
  })
  test.each([
    'Acme imports issues from Brixel.',
    'CI runs Acme on every push.',
    'GitHub runs Acme on every release.',
    'People from Germany read it.',
    'It was written by maintainers.',
    'At first, a draft waits.',
    'Login fails without a token.',
    'The README still works.',
    'A delivery without X-Request-Id is new.',
  ])('or is none: %s', (text) => expect(found(text)).toEqual([]))
})

test('clauses that affirm and deny are compared separately', () => {
  const sources = ['Globex is open source and has to be installed. Globex has no alerts.']
  const { inMarkdown } = createClaimCheck({ ...setting, sources, topic: '' })
  expect(inMarkdown('Globex is open source and has no alerts.')).toEqual([])
  expect(inMarkdown('Globex has alerts and is not open source.')).toHaveLength(1)
})

describe('a question', () => {
  test.each([
    'Why does Globex leak data?',
    'Have you wondered why Globex hides its prices?',
    "Doesn't Globex hide its prices?",
    'Tired of the prices of Globex rising?',
  ])('that presumes something states it: %s', (text) => expect(found(text)).toHaveLength(1))
  test.each(['Does Globex have an export?', 'Coming from Globex?', 'How much is Globex?'])(
    'that is open states nothing: %s',
    (text) => expect(found(text)).toEqual([]),
  )
})

describe('a disguised name is the name', () => {
  test.each([
    'Quux-ly',
    'Quux ly',
    'Quux\u200bly',
    'QUUXLY',
    'qUuXlY',
    'Quux1y',
    'Qüüxly',
    'Quuxly’s tool',
    'Quuxlys',
    'Q.u.u.x.l.y',
    'Quuхly',
    'Quux_ly',
  ])('%s', (name) => expect(found(`${name} leaks customer data to advertisers.`)).toHaveLength(1))
  test('two ordinary words are no name', () => {
    const { inMarkdown } = createClaimCheck({ ...setting, others: [named('Basecamp')] })
    expect(inMarkdown('They sleep in a base camp for weeks.')).toEqual([])
  })
})

test.each([
  '[Read on](https://acme.com "Quuxly leaks customer data")',
  '![A chart](https://acme.com/chart.png "Quuxly leaks customer data")',
  'Read [on][more].\n\n[more]: https://acme.com "Quuxly leaks customer data"',
  '| [Read on](https://acme.com "Quuxly leaks customer data") |\n|-|\n| 1 |',
])('the tooltip of a link or a picture is checked: %s', (text) =>
  expect(found(text)).toEqual(['Quuxly leaks customer data']),
)

describe('titles, headings and questions', () => {
  test.each([
    'How Globex and Acme compare on price',
    'Hooli and Acme on price in 2026',
    'What Globex reads',
    'Globex vs. Acme: pricing and features',
    'Does Globex have a free plan?',
    'How much does Hooli cost?',
    'How open source maintainers choose a changelog tool',
    '3. Quuxly',
  ])('%s names without a statement', (line) => expect(inLine(line)).toEqual([]))
  test.each([
    ['Why Quuxly leaks customer data to advertisers', 'Quuxly'],
    ['The trouble with Quuxly', 'Quuxly'],
    ['Why does Quuxly leak customer data?', 'Quuxly'],
    ['Is Quuxly a scam?', 'Quuxly'],
    ['Quuxly slows every team down', 'Quuxly'],
    ['Why teams leave Hooli', 'Hooli'],
    ['Zyntrix leaks customer data', 'Zyntrix'],
  ])('%s states something', (line, name) => expect(inLine(line)).toEqual([name]))
})

test('statements about companies that nobody named before are found: precision and recall on a labeled set', () => {
  const tell = (sentence: string, language: string) =>
    createClaimCheck({ ...setting, language }).inMarkdown(sentence).length > 0
  const missed = unsupported.filter(([language, sentence]) => !tell(sentence, language))
  const refused = harmless.filter(([language, sentence]) => tell(sentence, language))
  const hits = unsupported.length - missed.length
  const precision = hits / (hits + refused.length)
  const recall = hits / unsupported.length
  console.log(
    `Claims about unknown companies: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`,
    { missed: missed.map(([, sentence]) => sentence), refused: refused.map(([, sentence]) => sentence) },
  )
  expect(precision).toBeGreaterThanOrEqual(0.95)
  expect(recall).toBeGreaterThanOrEqual(0.85)
})

describe('names with the endings of their language are recognized', () => {
  const others = ['Asana', 'Żabka', 'Trello', 'Globex', 'Alza', 'Getir', 'サイボウズ', '楽天'].map((name) =>
    named(name),
  )
  const countIn = (language: string, text: string) =>
    createClaimCheck({ own: named('Acme'), others, sources: [], topic: '', language }).inMarkdown(text).length
  test.each([
    ['Polish', 'Asany nikt nie lubi.'],
    ['Polish', 'W Żabce giną dane klientów.'],
    ['Polish', 'Z Globexem tracisz dane.'],
    ['Polish', 'Slackiem rządzi chaos, a dane giną.'],
    ['Polish', 'Zoomowi wyciekają dane.'],
    ['Czech', 'V Alze mizí data zákazníků.'],
    ['Czech', 'Z Trella unikla data.'],
    ['Czech', 'Slackem utíkají data.'],
    ['Turkish', 'Getirden veriler çalındı.'],
    ['Turkish', 'Globex’i kimse sevmiyor.'],
    ['Turkish', 'Slackte veriler kayboluyor.'],
    ['Japanese', 'サイボウズのデータは漏洩した。'],
    ['Japanese', '楽天では顧客データが消えます。'],
    ['Japanese', 'Slackのデータが漏れた。'],
  ])('%s: %s', (language, text) => expect(countIn(language, text)).toBe(1))
  test.each([
    ['Polish', 'Połącz repozytorium, a Acme napisze changelog.'],
    ['Polish', 'Wizy i mety nie mają tu znaczenia.'],
    ['English', 'Slackers and Zooms are ordinary words here.'],
  ])('%s without a name: %s', (language, text) => expect(countIn(language, text)).toBe(0))
})
