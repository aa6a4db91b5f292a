import { basename, join } from 'node:path'
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
    plugins: [fontsApart(fonts), tailwind],
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
  const style = built.find(([name]) => /^public-page-.*\.css$/.test(name))
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
