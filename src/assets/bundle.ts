import { basename, join } from 'node:path'
import tailwind from 'bun-plugin-tailwind'
import { assetsPath } from './path.ts'

/** The files that browsers load: the page of the dashboard, the style of the public page, and all files by hashed name. */
export type Bundle = {
  /** The dashboard's HTML; `CSP-NONCE` in it is replaced by the nonce of a request. */
  page: string
  /** Path of the stylesheet of the public page. */
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
 * Bundles the browser code from its sources, minified, split by page and gzipped. A checkout does it at the first
 * request; the binary contains the result instead of this module.
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
    plugins: [fontsApart(fonts), plainIcons, tailwind],
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
 * The widget as one script that contains its stylesheet. Only white space is removed from the stylesheet: the bundler
 * would also rewrite it for older browsers, which makes it several times larger.
 */
async function bundleWidget(): Promise<string> {
  const style = await Bun.file(join(source, 'assets/widget.css')).text()
  const dense = style.replace(/\/\*.*?\*\//gs, '').replace(/;?\s*([{};])\s*|(?<=[:,]) /g, '$1')
  const { outputs } = await Bun.build({
    entrypoints: [join(source, 'assets/widget.ts')],
    target: 'browser',
    format: 'iife',
    minify: true,
    define: { STYLE: JSON.stringify(dense) },
  })
  return outputs[0]?.text() ?? ''
}

/** The bundler would inline fonts into the stylesheets. As separate files, each is loaded once and cached. */
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

/** Replaces the component with which Lucide draws each of its icons by `PlainIcon`. */
const plainIcons: Bun.BunPlugin = {
  name: 'plain-icons',
  setup(build) {
    const path = JSON.stringify(join(source, 'dashboard/kit/plain-icon.tsx'))
    build.onLoad({ filter: /lucide-react\/dist\/esm\/Icon\.mjs$/ }, () => ({
      contents: `export { PlainIcon as default } from ${path}`,
    }))
  },
}

function compressed(type: string, bytes: ArrayBuffer | Promise<Uint8Array>): BundledFile {
  return { type, gzip: async () => Bun.gzipSync(new Uint8Array(await bytes), { level: 9 }) }
}
