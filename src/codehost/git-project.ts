import { join } from 'node:path'
import type { ProjectRules } from '../changelog/activity.ts'
import { parseProjectFile, projectFile } from '../changelog/project-file.ts'
import type { GitFolder } from './git-folder.ts'
import { tryGit } from './git-run.ts'

/** The project's own rules from its root folder: from the work tree, or from HEAD in a bare repository. */
export async function readProjectRules({ path, isBare }: GitFolder): Promise<ProjectRules> {
  const text = isBare
    ? await tryGit(path, ['show', `HEAD:${projectFile}`])
    : await readIfThere(join(path, projectFile))
  return text === null ? {} : parseProjectFile(text)
}

async function readIfThere(path: string): Promise<string | null> {
  const file = Bun.file(path)
  return (await file.exists()) ? file.text() : null
}
