import { existsSync } from 'node:fs'

// Installs the packages of the folder, and says so when that takes long: the first time.

if (!existsSync('node_modules'))
  console.error('Installing packages. The first time, this takes a few minutes.')
const { exitCode } = Bun.spawnSync([process.execPath, 'install', '--frozen-lockfile', '--silent'], {
  stdio: ['ignore', 'inherit', 'inherit'],
})
process.exit(exitCode)
