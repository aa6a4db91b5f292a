/** A file of a release. */
export type Asset = { url: string; sum: string }
type Assets = Partial<Record<string, Asset>>

const description = 'Changelogs, AI visibility, agent feedback and webhooks'

/** The Homebrew formula for the targets that were built. */
export function formula(version: string, assets: Assets): string {
  const block = (name: string, on: string) => {
    const asset = assets[name]
    return asset ? [`    ${on} do`, `      url "${asset.url}"`, `      sha256 "${asset.sum}"`, '    end'] : []
  }
  const system = (on: string, lines: string[]) =>
    lines.length > 0 ? [`  ${on} do`, ...lines, '  end', ''] : []
  return [
    'class Herald < Formula',
    `  desc "${description}"`,
    `  version "${version}"`,
    '  license "MIT"',
    '',
    ...system('on_macos', [...block('darwin-arm64', 'on_arm'), ...block('darwin-x64', 'on_intel')]),
    ...system('on_linux', [...block('linux-arm64', 'on_arm'), ...block('linux-x64', 'on_intel')]),
    '  def install',
    '    bin.install "herald"',
    '  end',
    '',
    '  service do',
    '    run [opt_bin/"herald", "serve"]',
    '    environment_variables DATA_DIR: var/"herald"',
    '    keep_alive true',
    '  end',
    '',
    '  test do',
    '    assert_match version.to_s, shell_output("#{bin}/herald version")',
    '  end',
    'end',
    '',
  ].join('\n')
}

/** The scoop manifest; null without a binary for Windows. */
export function scoop(version: string, { 'windows-x64': asset }: Assets): string | null {
  if (!asset) return null
  const manifest = {
    version,
    description,
    license: 'MIT',
    architecture: { '64bit': { url: asset.url, hash: asset.sum } },
    bin: 'herald.exe',
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}
