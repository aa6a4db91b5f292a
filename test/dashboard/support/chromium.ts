import { existsSync } from 'node:fs'

/** Where the tests look for a browser: CHROMIUM, else Debian's. */
export const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium'
export const hasChromium = existsSync(chromiumPath)

/** What to say where there is none. */
export const noChromium = `There is no browser at ${chromiumPath}; get one with "apt-get install chromium", or say in CHROMIUM where it is.`
