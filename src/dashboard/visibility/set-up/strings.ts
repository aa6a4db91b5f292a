import { count } from '../../kit/english.ts'

export const website = {
  title: 'Your website',
  label: 'Website',
  placeholder: 'acme.com',
  hint: 'Herald reads a few pages to propose what to track.',
  verb: 'Read website',
  busy: 'Reading',
  correct: 'Change website',
  reading: (website: string) => `Reading ${website}`,
  fillIn: 'Fill in manually',
  proposing: 'Proposing competitors and questions',
}

export const form = {
  brand: 'Your brand',
  companyName: 'Company name',
  companyNameExample: 'Acme',
  aliases: 'Other names',
  aliasesHint: 'Comma-separated. They count as mentions too.',
  aliasesExample: 'Acme Cloud, Acme Inc.',
  competitors: 'Competitors',
  competitorsHint: 'One per line, with the website if you know it.',
  competitorsExample: 'Northlight, northlight.example\nLedgerly',
  questions: 'Questions',
  prompts: 'Your customers’ questions',
  promptsHint: 'One per line. Leave your brand name out.',
  promptsExample: 'best tools for release notes in small teams\nhow to choose a changelog tool',
  repeat: 'Repeat',
  intervals: [
    { value: '168', label: 'Weekly' },
    { value: '24', label: 'Daily' },
    { value: '', label: 'Never' },
  ],
  size: (prompts: number, engines: number) =>
    `${count(prompts, 'question')} × ${count(engines, 'engine')} = ${count(prompts * engines, 'answer')}.`,
  perScan: (price: string) => `${price}, for each scan.`,
  chooseEngine: 'Select an engine to start a scan.',
  start: 'Start first scan',
  starting: 'Starting',
  save: 'Save without a scan',
  saving: 'Saving',
}

export const engines = {
  title: 'Engines',
  label: (label: string, kind: string) => `${label}, ${kind}`,
  none: 'No engine is ready. Ask the server operator to set one of these keys.',
  others: (engines: number) => `${count(engines, 'more engine')} without a key`,
  obstacle: (label: string, obstacle: string) => `${label}: ${obstacle}`,
}
