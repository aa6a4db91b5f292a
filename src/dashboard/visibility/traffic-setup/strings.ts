import type { ReactNode } from 'react'
import type { Framework } from '../../../traffic/snippets.ts'
import { count } from '../../kit/english.ts'
import { rich } from '../../kit/rich.ts'

/** The frame of the section. */
export const setup = {
  title: 'AI traffic',
  note: 'Your website reports each page request. Herald stores only AI visits.',
}

/** The first step. */
export const token = {
  title: 'Create a tracking token',
  hint: 'The code below needs it. A token can only report visits to this project.',
  create: 'Create token',
  creating: 'Creating',
  shownOnce: 'Copy it now. It will not be shown again. The code below contains it.',
  noun: 'the token',
  rotate: 'Rotate tokens',
}

/** The confirmation before all tokens are replaced. */
export const rotation = {
  title: 'Rotate tracking tokens',
  rotate: 'Rotate tokens',
  rotating: 'Rotating',
  effect: (organization: string) =>
    `All tracking tokens of ${organization} stop working immediately, in every project.`,
  loss: 'Websites that use them lose their visits until you paste code with a new token.',
}

/** The second step. */
export const code = {
  title: 'Add the code to your website',
  framework: 'Framework',
  frameworks: {
    next: 'Next.js',
    nuxt: 'Nuxt',
    netlify: 'Netlify',
    tanstack: 'TanStack Start',
    astro: 'Astro',
    sveltekit: 'SvelteKit',
    express: 'Express',
    hono: 'Hono',
    cloudflare: 'Cloudflare Workers',
  } satisfies Record<Framework, string>,
  placement: 'The first comment says where to save the file. No package is needed.',
  placeholder: (placeholder: ReactNode) =>
    rich`Replace ${placeholder} with your token. Tokens are not shown again; create another one if you lost it.`,
  label: (framework: string) => `Code for ${framework}`,
  copy: 'Copy code',
  copyTask: 'Copy task for a coding agent',
  task: (framework: string, file: string) =>
    `Report page requests of this website to Herald. It runs on ${framework}.

Add the file below unchanged. Its first comment says where. If that file exists, keep what it does and call this code from it.

\`\`\`js
${file}
\`\`\`
`,
  otherwise: (link: ReactNode) => rich`If you cannot change the code, ${link}.`,
  importLog: 'import the web server’s log',
}

/** The third step. */
export const received = {
  title: 'First AI visit',
  waiting: 'Waiting for the first visit',
  testHint: 'To test, open a page of your website. Your own visit is shown here as dropped.',
  noneStored: 'No AI visit yet',
  stored: (visits: number) => `${count(visits, 'visit')} reported`,
  scope: (time: ReactNode) =>
    rich`Reported by your website in the last 7 days, without imported logs. Last report: ${time}.`,
  dropped: 'Dropped visits',
  human: (visits: number) =>
    `${count(visits, 'visit')} dropped: people, and bots that are not AI. Herald does not store them.`,
  foreignHost: (visits: number) =>
    `${count(visits, 'visit')} dropped: domain not tracked. Add it to Other domains in Visibility settings.`,
  rateLimited: (visits: number) =>
    `${count(visits, 'visit')} dropped: too many in one minute. The operator can raise INGEST_PER_MINUTE.`,
}
