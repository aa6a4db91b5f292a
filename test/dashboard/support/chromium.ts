import { existsSync } from 'node:fs'

/** Debian's shell has no user interface of its own and takes two thirds of the processor time. */
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** The browser of the page tests: CHROMIUM, else Debian's. */
export const chromiumPath = process.env.CHROMIUM ?? installed.find(existsSync) ?? '/usr/bin/chromium'
export const hasChromium = existsSync(chromiumPath)

/** What to say where there is none. */
export const noChromium = `There is no browser at ${chromiumPath}; get one with "apt-get install chromium-headless-shell", or set CHROMIUM to its path.`
