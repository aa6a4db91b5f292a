import { basename, dirname, join } from 'node:path'
import tailwind from 'bun-plugin-tailwind'
import { assetsPath } from './path.ts'

/** What browsers load: the dashboard's page, what the public page needs, and every file by its hashed name. */
export type Bundle = {
  /** The dashboard's HTML; `CSP-NONCE` in it stands for the nonce of a request. */
  page: string
  /** Path of the stylesheet of the page that anyone can read. */
  publicStyle: string
  /** The script that other sites load. */
  widget: string
  files: Record<string, BundledFile>
}
export type BundledFile = { type: string; gzip(): Promise<Uint8Array> }

const source = join(import.meta.dir, '..')
const html = join(source, 'dashboard/index.html')
const publicStyle = join(source, 'look/public-page.css')
const hashed = '[name]-[hash].[ext]'

/**
 * Bundles the browser code from its sources, minified, split by page and gzipped: at the first request of a checkout,
 * and once when the binary is built, which carries the result in the place of this module.
 */
export async function bundle(): Promise<Bundle> {
  const fonts = new Map<string, Promise<Uint8Array>>()
  const { success, logs, outputs } = await Bun.build({
    entrypoints: [html, publicStyle],
    target: 'browser',
    minify: true,
    splitting: true,
    naming: { entry: hashed, chunk: hashed, asset: hashed },
    publicPath: assetsPath,
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [fontsApart(fonts), inlineStrings, tailwind],
    throw: false,
  })
  if (!success) throw new Error(logs.join('\n'))
  const built = await Promise.all(
    outputs
      .filter(({ path }) => !path.endsWith('.html'))
      .map(async (file) => [basename(file.path), compressed(file.type, await file.arrayBuffer())] as const),
  )
  const kept = [...fonts].map(([name, bytes]) => [name, compressed('font/woff2', bytes)] as const)
  const page = outputs.find(({ path }) => path.endsWith('.html'))
  const style = built.find(([name]) => name.startsWith('public-page-'))
  if (!page || !style) throw new Error('The bundle of the dashboard lacks its page or its stylesheet.')
  return {
    page: await page.text(),
    publicStyle: assetsPath + style[0],
    widget: await bundleWidget(),
    files: Object.fromEntries([...built, ...kept]),
  }
}

/**
 * The widget as one script with its stylesheet in it. Of that only the white space goes: the bundler would write what
 * newer browsers know by itself for older ones, in a multiple of the room.
 */
async function bundleWidget(): Promise<string> {
  const style = await Bun.file(join(source, 'widget/widget.css')).text()
  const dense = style.replace(/\/\*.*?\*\//gs, '').replace(/;?\s*([{};])\s*|(?<=[:,]) /g, '$1')
  const { outputs } = await Bun.build({
    entrypoints: [join(source, 'widget/widget.ts')],
    target: 'browser',
    format: 'iife',
    minify: true,
    define: { STYLE: JSON.stringify(dense) },
  })
  return outputs[0]?.text() ?? ''
}

/**
 * Puts the plain texts of a `strings.ts` where they are used. A file gets its own copy of the messages, each a constant
 * of which the bundler keeps what the file uses: a page loads no texts of parts that it loads later, or of the pages
 * whose parts it shows. An import of one name, as in `import { strings }`, is left as it is.
 */
const inlineStrings: Bun.BunPlugin = {
  name: 'inline-strings',
  setup(build) {
    build.onResolve({ filter: /^\.\/strings\.ts$/ }, async ({ path, importer }) => {
      if (!wholeImport.test(await Bun.file(importer).text())) return undefined
      return { path: `${join(dirname(importer), path)}?for=${basename(importer)}` }
    })
    build.onLoad({ filter: /\/strings\.ts\?for=/ }, async ({ path }) => {
      const { rest, texts } = await readStrings(path.replace(/\?for=.*/, ''))
      const messages = [...texts].filter(([, value]) => !plainString.test(value))
      const constants = messages.map(([name, value]) => `export const ${constantOf(name)} = ${value}\n`)
      return { contents: rest + constants.join(''), loader: 'ts' }
    })
    build.onLoad({ filter: /\/src\/dashboard\/.*\.tsx?$/ }, async ({ path }) => {
      const source = await Bun.file(path).text()
      const loader = path.endsWith('x') ? 'tsx' : 'ts'
      if (!wholeImport.test(source)) return { contents: source, loader }
      const { texts } = await readStrings(join(dirname(path), 'strings.ts'))
      const contents = source.replace(
        /(?<![\w./'])strings\b(?! from)(?:\.(\w+\.\w+))?/g,
        (use, name?: string) => {
          const value = texts.get(name ?? '')
          if (name === undefined || value === undefined)
            throw new Error(`${path} uses ${use}, which is no text.`)
          return plainString.test(value) ? value : `strings.${constantOf(name)}`
        },
      )
      return { contents, loader }
    })
  },
}

const wholeImport = /^import \* as strings from '\.\/strings\.ts'$/m
const plainString = /^(['"])(?:(?!\1)[^\\]|\\.)*\1$/
const constantOf = (name: string) => name.replace('.', '_')

/** The texts of a `strings.ts` as code, by part and name; and what is between its parts. */
async function readStrings(path: string) {
  const source = await Bun.file(path).text()
  const texts = new Map<string, string>()
  const rest = source.replace(/^export const (\w+) = \{\n(.*?)^\}\n/gms, (_, part: string, body: string) => {
    for (const [, name, value = ''] of body.matchAll(/^ {2}(\w+):\s(.*?),\n(?= {2}[\w/]|(?![\s\S]))/gms))
      texts.set(`${part}.${name}`, value.trim())
    return ''
  })
  return { rest, texts }
}

/** The bundler would write fonts into the stylesheets; apart, each is loaded once and kept. */
function fontsApart(fonts: Map<string, Promise<Uint8Array>>): Bun.BunPlugin {
  return {
    name: 'fonts-apart',
    setup(build) {
      build.onResolve({ filter: /\.woff2$/ }, async ({ path }) => {
        const bytes = Bun.file(Bun.resolveSync(path, source)).bytes()
        const hash = Bun.hash(await bytes)
          .toString(36)
          .slice(0, 8)
        const name = basename(path).replace(/\.woff2$/, `-${hash}.woff2`)
        fonts.set(name, bytes)
        return { path: assetsPath + name, external: true }
      })
    },
  }
}

function compressed(type: string, bytes: ArrayBuffer | Promise<Uint8Array>): BundledFile {
  return { type, gzip: async () => Bun.gzipSync(new Uint8Array(await bytes), { level: 9 }) }
}
