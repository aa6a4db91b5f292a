import { ModelError } from '../../../../ai/error.ts'
import { generateObject } from '../../../../ai/generate.ts'
import type { Model } from '../../../../ai/models.ts'
import type { Questions, Run } from '../asking/work.ts'
import { promptsPerLanguage, type Task } from '../plan/rules.ts'
import { centsOf } from '../small-model/record.ts'
import { instructionsFor, languageName, readTranslations, Translation, toPrompt } from './prompt.ts'

/** What became of the prompts in a language, as its step keeps it. */
export type Translated = { prompts: string[] | null; failed: string | null; cents: number }

/**
 * A function that gives what a task asks, in its language: prompts are translated once for each language. Where that
 * fails, all its tasks do, with the reason.
 */
export function createTranslator(run: Run, model: Model | null) {
  const { ctx, scan, attempt } = run
  const prompts = scan.plan.prompts.slice(0, promptsPerLanguage)
  const languages = new Map<string, Promise<Translated>>()

  async function translate(language: string): Promise<Translated> {
    const fail = (reason: string) => ({
      prompts: null,
      failed: `The prompts could not be translated into ${languageName(language)}. ${reason}`,
      cents: 0,
    })
    if (!model) return fail('There is no model that may.')
    try {
      const { object, usage } = await run.patienceOf(model.id).ask(() =>
        generateObject(ctx, model, Translation, {
          instructions: instructionsFor(language),
          prompt: toPrompt(prompts.map(({ prompt }) => prompt)),
          signal: run.signal,
        }),
      )
      const read = readTranslations(object, prompts.length)
      if (read === null) return fail(`The model ${model.id} did not give one translation for each.`)
      return { prompts: read, failed: null, cents: centsOf(model, usage) }
    } catch (error) {
      if (!(error instanceof ModelError)) throw error
      return fail(error.message)
    }
  }

  return {
    async questionsOf({ language, promptId, turns }: Task): Promise<Questions> {
      if (language === scan.plan.promptLanguage) return { questions: turns, failed: null }
      const known =
        languages.get(language) ?? attempt.step(`translate:${language}`, () => translate(language))
      languages.set(language, known)
      try {
        const { prompts: translated, failed } = await known
        const question = translated?.[prompts.findIndex(({ id }) => id === promptId)]
        return question === undefined ? { questions: turns, failed } : { questions: [question], failed }
      } catch (error) {
        languages.delete(language)
        throw error
      }
    },
    /** What the translations cost that were made. */
    async cents(): Promise<number> {
      const all = await Promise.all(languages.values())
      return all.reduce((sum, { cents }) => sum + cents, 0)
    },
  }
}
