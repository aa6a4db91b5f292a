import { join } from 'node:path'
import type { ProjectRules } from '../changelog/activity.ts'
import { parseProjectFile, projectFile } from '../changelog/project-file.ts'
import { tryGit } from './git-run.ts'

/** The project's own rules from its root folder: from the work tree, or from HEAD in a bare repository. */
export async function readProjectRules(path: string): Promise<ProjectRules> {
  const root = (await tryGit(path, ['rev-parse', '--show-toplevel']))?.replace(/\n$/, '')
  const text = root
    ? await readIfThere(join(root, projectFile))
    : await tryGit(path, ['show', `HEAD:${projectFile}`])
  return text === null ? {} : parseProjectFile(text)
}

async function readIfThere(path: string): Promise<string | null> {
  const file = Bun.file(path)
  return (await file.exists()) ? file.text() : null
}
