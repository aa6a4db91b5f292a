import type { Bundle, BundledFile } from './bundle.ts'
import { assetsPath } from './path.ts'

const loaded = new Map<string, Promise<Bundle>>()

/**
 * The bundle of the browser code for a base path, built or read at first use: a server without visitors pays nothing
 * for it.
 */
export function loadBundle(basePath: string): Promise<Bundle> {
  const known =
    loaded.get(basePath) ?? import('./bundle.ts').then(async ({ bundle }) => below(basePath, await bundle()))
  loaded.set(basePath, known)
  return known
}

/** A bundle whose pages, scripts and stylesheets load each other below a base path. */
function below(basePath: string, bundle: Bundle): Bundle {
  if (basePath === '') return bundle
  const move = (text: string) => text.replaceAll(assetsPath, basePath + assetsPath)
  const moveIn = ({ type, gzip }: BundledFile): BundledFile => ({
    type,
    gzip: async () =>
      Bun.gzipSync(move(await new Response(Bun.gunzipSync(new Uint8Array(await gzip()))).text())),
  })
  const files = Object.entries(bundle.files).map(([name, file]) => [
    name,
    /\.(js|css)$/.test(name) ? moveIn(file) : file,
  ])
  return {
    ...bundle,
    page: move(bundle.page),
    publicStyle: move(bundle.publicStyle),
    files: Object.fromEntries(files),
  }
}

export type ServedFile = { type: string; gzip: Uint8Array<ArrayBuffer> }

const served = new Map<string, Promise<ServedFile>>()

/** A file of the bundle for a base path, gzipped; null if there is none of that name. */
export async function findAsset(basePath: string, name: string): Promise<ServedFile | null> {
  const { files } = await loadBundle(basePath)
  const file = Object.hasOwn(files, name) ? files[name] : undefined
  if (!file) return null
  const key = `${basePath} ${name}`
  const known =
    served.get(key) ?? file.gzip().then((gzip) => ({ type: file.type, gzip: new Uint8Array(gzip) }))
  served.set(key, known)
  return known
}
