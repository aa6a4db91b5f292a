import astro from './snippets/astro.txt' with { type: 'text' }
import cloudflare from './snippets/cloudflare.txt' with { type: 'text' }
import express from './snippets/express.txt' with { type: 'text' }
import hono from './snippets/hono.txt' with { type: 'text' }
import netlify from './snippets/netlify.txt' with { type: 'text' }
import next from './snippets/next.txt' with { type: 'text' }
import nuxt from './snippets/nuxt.txt' with { type: 'text' }
import report from './snippets/report.txt' with { type: 'text' }
import sveltekit from './snippets/sveltekit.txt' with { type: 'text' }
import tanstack from './snippets/tanstack.txt' with { type: 'text' }

const templates = { next, nuxt, netlify, tanstack, astro, sveltekit, express, hono, cloudflare }

export type Framework = keyof typeof templates
export const frameworks = Object.keys(templates) as Framework[]

/** Stands for the token where it is not shown. */
const tokenPlaceholder = 'YOUR_TRACKING_TOKEN'

/** A file for each framework that reports visits to `endpoint`. */
export function writeSnippets(endpoint: string, token = tokenPlaceholder): Record<Framework, string> {
  const values: Record<string, string> = { report, endpoint, token }
  // The shared part has placeholders of its own.
  const fill = (text: string): string =>
    text.replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
      name === 'report' ? `\n${fill(report)}` : quoted(values[name]),
    )
  const entries = frameworks.map((framework) => [framework, fill(templates[framework])])
  return Object.fromEntries(entries)
}

/** Text for a JavaScript string in single quotes. */
const quoted = (text = '') => JSON.stringify(text).slice(1, -1).replaceAll("'", "\\'")
