/** A claim about Globex or Initech and an answer, labeled manually to measure the check of claims. */
type Pair = [claim: string, answer: string]

/** The answer supports the claim. */
export const supported: Pair[] = [
  ['Globex has no free plan.', 'For small teams Globex is quick to set up, but has no free plan.'],
  ['Globex is quick to set up.', 'For small teams Globex is quick to set up, but has no free plan.'],
  ['Globex reads commit messages only.', 'There are many. Globex only reads the messages of commits.'],
  ['Globex costs 29 dollars a month.', 'Globex is popular. It costs $29 a month.'],
  ['Globex starts at $1,200 a year.', '**Globex**: starts at 1200 $ per year.'],
  ['Globex was founded in 2019.', 'Globex, founded in 2019, is the oldest of them.'],
  [
    'Globex has an API.',
    '- **Globex**\n  - Hosted changelog\n  - Has an API\n- **Initech**\n  - Self-hosted',
  ],
  [
    'Globex lets readers vote.',
    '## Globex\n\nReaders can vote on entries. It has a widget.\n\n## Initech\n\nQuiet.',
  ],
  [
    'Globex shows its changelog in a widget.',
    '| Tool | What it does |\n| --- | --- |\n| Globex | shows the changelog in a widget |',
  ],
  ['Globex and Initech are hosted.', 'Globex is a hosted tool. Initech is hosted as well.'],
  ['Globex is cheaper than Initech.', 'Globex is cheaper than Initech, though not by much.'],
  ['Globex does not support self-hosting.', "Globex is a service; it doesn't support self-hosting."],
  [
    'Globex hat keinen kostenlosen Tarif.',
    'Globex ist schnell eingerichtet, bietet aber keinen kostenlosen Tarif.',
  ],
  ['Globex kostet 29 Euro im Monat.', 'Am bekanntesten ist Globex. Der Dienst kostet 29 € (Euro) im Monat.'],
  [
    'Globex liest nur Commit-Nachrichten.',
    'Dagegen liest Globex ausschließlich die Nachrichten der Commits.',
  ],
  [
    'Globex ne propose pas de version gratuite.',
    'Globex est simple à installer mais ne propose pas de version gratuite.',
  ],
  [
    'Globex envoie des courriels aux lecteurs.',
    'Globex publie un journal et envoie des courriels à ses lecteurs.',
  ],
  [
    'Globex permite votar a los lectores.',
    'Con Globex los lectores pueden votar; permite también comentarios.',
  ],
  ['Globex cuesta 29 dólares al mes.', 'Globex es de pago: cuesta 29 dólares al mes.'],
  ['Globex は無料プランを提供しています。', 'Globex は人気があり、無料プランも提供しています。'],
  ['Globex は月額29ドルです。', 'Globex の料金は月額29ドルからです。'],
  ['Globex 提供免费套餐。', 'Globex 很受欢迎，并且提供免费套餐。'],
  ['У Globex нет бесплатного тарифа.', 'Globex прост в настройке, но бесплатного тарифа у него нет.'],
  ['Globex não tem plano gratuito.', 'O Globex é rápido, mas não tem um plano gratuito.'],
]

/** The answer does not mention the claim, is about another company, or contradicts it. */
export const unsupported: Pair[] = [
  ['Globex costs 900 dollars a month.', 'For small teams Globex is quick to set up, but has no free plan.'],
  ['Globex costs 900 dollars a month.', 'Globex costs 9 dollars a month.'],
  ['Globex is slow.', 'For small teams Globex is quick to set up, but has no free plan.'],
  ['Globex has a free plan.', 'For small teams Globex is quick to set up, but has no free plan.'],
  ['Globex has no free plan.', 'Globex has a free plan for small teams.'],
  ['Globex was breached in 2023.', 'Globex is a hosted changelog. In 2023 it added a widget.'],
  ['Globex is slower than all others.', 'Globex, Initech and others write changelogs.'],
  ['Globex has an API.', 'Globex is a hosted changelog. Initech has an API.'],
  ['Globex has an API.', '- **Globex**\n  - Hosted changelog\n- **Initech**\n  - Has an API'],
  ['Globex lets readers vote.', 'Globex is simple. Its widget is small. Some tools let readers vote.'],
  ['Initech is slower than Globex.', 'Globex is slower than pen and paper. Initech is hosted.'],
  ['Globex is the most expensive tool.', 'Globex is a tool for changelogs.'],
  ['Globex was founded in 2012.', 'Globex, founded in 2019, is the oldest of them.'],
  ['Globex 365.', 'Globex is nice.'],
  ['Globex kostet 900 Euro im Monat.', 'Globex kostet 29 Euro im Monat.'],
  [
    'Globex hat einen kostenlosen Tarif.',
    'Globex ist schnell eingerichtet, bietet aber keinen kostenlosen Tarif.',
  ],
  ['Globex verliert regelmäßig Daten.', 'Globex liest regelmäßig die Nachrichten der Commits.'],
  [
    'Globex propose une version gratuite.',
    'Globex est simple à installer, mais ne propose pas de version gratuite.',
  ],
  ['Globex est la solution la plus lente du marché.', 'Globex est une solution pour publier un journal.'],
  ['Globex vende los datos de sus usuarios.', 'Globex permite a sus usuarios votar; es de pago.'],
  ['Globex は遅くて高価です。', 'Globex は人気があり、無料プランも提供しています。'],
  ['Globex は無料プランを提供していません。', 'Globex は無料プランを提供しています。'],
  ['Globex 价格昂贵而且速度缓慢。', 'Globex 很受欢迎，并且提供免费套餐。'],
  ['Globex продаёт данные пользователей.', 'Globex прост в настройке, но бесплатного тарифа у него нет.'],
  ['Globex loses data in every update.', 'Globex keeps your data and gets an update every week.'],
  ['Globex is the usual choice of spammers.', 'Globex is a popular choice.'],
  ['Globex reads commit messages and leaks them.', 'Globex reads the messages of commits.'],
  ['Globex never asks before it publishes.', 'Globex asks before it publishes a draft.'],
  ['Globex is cheaper than Initech.', 'Globex is a tool for changelogs. Initech is one as well.'],
  ['Globex ist die Wahl von Betrügern.', 'Globex ist eine gute Wahl.'],
  ['Globex est le choix des fraudeurs.', 'Globex est un bon choix.'],
]
