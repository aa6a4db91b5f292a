import type { Text } from './held-out-texts.ts'

/**
 * Sentences about a brand that plans shifts. They were written before well-known names, figures in words and the
 * origin of a source were checked. The first run had a precision of 1.000 and a recall of 0.950.
 */
export const brand = 'Rosterly'
export const competitors = ['Shiftory', 'Dutyfox', 'Rotaline']
export const topic = 'How does a restaurant plan shifts without spreadsheets?'

/** What the brand says of itself. */
export const facts = [
  'Rosterly plans shifts for restaurants and hotels. Rosterly works with Slack and Google Calendar. Rosterly costs 3 euros per person and month. Staff swap shifts on their phones. Rosterly exports hours to DATEV.',
  'Rosterly has been used in Austria since 2017. Dutyfox loses shifts.',
]
/** Stored answers and the quotations of the brief. */
export const sources = [
  'Shiftory charges per location. Shiftory has no app for Android.',
  'Dutyfox plans shifts with a fixed pattern of four weeks.',
  'Rotaline is part of a cash register system.',
]
export const honest: Text[] = [
  ['English', 'Use it on Friday evening, when the next week is planned.'],
  ['English', 'Slack off in the planning, and Saturday night is short of people.'],
  ['English', 'Buffer an hour between two shifts.'],
  ['English', 'Rosterly works with Slack, so staff see a new plan at once.'],
  ['English', 'Send the plan to Google Calendar if your team lives by it.'],
  ['English', 'Shiftory charges per location and has no app for Android.'],
  ['English', 'Target the busy hours first.'],
  ['English', 'Notion of fairness matters: everybody works the same number of Sundays.'],
  ['English', 'Rotaline is part of a cash register system. Plan a visit to look at it.'],
  ['English', 'One or two people should be able to change the plan.'],
  ['English', 'Excel at planning, and the kitchen stays calm.'],
  ['English', 'Open a spreadsheet in Excel, then count how many people each evening needs.'],
  ['English', 'The first thing to write down is who can work when.'],
  ['English', 'Linear plans repeat every week; rotating plans do not.'],
  ['English', 'Dutyfox plans shifts with a fixed pattern. A restaurant with seasons needs more room.'],
  ['English', 'Rosterly exports hours to DATEV, which saves typing.'],
  ['English', 'Ask thousands of questions if you like; the answer is on the plan.'],
  [
    'English',
    '| Day | Kitchen | Bar |\n|-|-|-|\n| Friday | four people | two people |\n| Sunday | closed | closed |',
  ],
  ['German', 'Ein Dienstplan zeigt, wer wann arbeitet. Tausche Schichten am besten früh.'],
  ['German', 'Rosterly kostet 3 Euro pro Person und Monat.'],
]
export const unsupported: Text[] = [
  ['English', 'Zoom drops calls whenever it rains.'],
  ['English', 'Square keeps a copy of every card number.'],
  ['English', 'Notion deletes your pages after a month.'],
  ['English', 'Asana reads your private messages.'],
  ['English', 'Send your plan with Slack and advertisers will read it.'],
  ['English', 'Dropbox was hacked again this spring.'],
  ['English', 'Dutyfox loses shifts.'],
  ['English', 'Rotaline is part of a cash register system. Hours disappear from the plan without a warning.'],
  ['English', 'Shiftory charges per location. Phone numbers are passed on to recruiters.'],
  ['English', '| Feature | Planzilla | Teamwuff |\n|-|-|-|\n| Shift swaps | no | broken |'],
  ['English', 'The others forget public holidays.'],
  ['English', 'The rest bill for every dismissed waiter.'],
  ['English', 'Nine out of ten waiters prefer a plan on the phone.'],
  ['English', 'Managers win back a quarter of their week.'],
  ['English', 'Trusted by hundreds of hotels.'],
  ['English', 'A planner spends six hours a week on the phone.'],
  ['English', 'Three quarters of all shifts are swapped at least once.'],
  ['German', 'Zwölftausend Betriebe planen schon so.'],
  ['German', 'Trello verkauft die Daten seiner Kunden.'],
  ['French', 'Deux tiers des restaurants perdent des heures chaque semaine.'],
]
