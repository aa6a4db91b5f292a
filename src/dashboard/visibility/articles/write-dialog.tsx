import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useBrands } from '../../data/brands.ts'
import { type PlanBody, useCosts, usePlan } from '../../data/briefs.ts'
import { useCompetitors } from '../../data/competitors.ts'
import { paths } from '../../data/paths.ts'
import { useProjectAddress } from '../../data/project-address.ts'
import { useProject } from '../../data/project-context.ts'
import { useSitemaps } from '../../data/sitemaps.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { SelectField, TextField } from '../../kit/field.tsx'
import { useForm } from '../../kit/form.tsx'
import { Notice } from '../../kit/notice.tsx'
import { toast } from '../../kit/toast.tsx'
import { describe, standardOf } from '../settings/sitemaps/words.ts'
import { CompetitorChoice } from './competitor-choice.tsx'
import { PlanCost } from './cost.tsx'
import { FormatChoice } from './format-choice.tsx'
import { PlanProblem } from './plan-problem.tsx'
import { Planning } from './planning.tsx'
import * as strings from './strings.ts'

/** The source of an article: a gap, a prompt, or an untracked query. */
export type Source = { kind: 'gap' | 'prompt' | 'search_console'; id: string; prompt: string }

/** Asks for the topic and the format of an article; then plans its outline, which may take minutes. */
export function WriteDialog({
  source,
  topic = '',
  onClose,
}: {
  source?: Source
  /** The initial topic without a source. */
  topic?: string
  onClose: () => void
}) {
  const project = useProject()
  const { values, bind } = useForm({
    topic: source?.prompt ?? topic,
    brand: project.brandSettingsId ?? '',
    sitemap: '',
  })
  const [format, setFormat] = useState<PlanBody['contentSubtype']>()
  const [isFormatMissing, setFormatMissing] = useState(false)
  const [competitorIds, setCompetitors] = useState<string[]>([])
  const plan = usePlanning(onClose)
  const obstacle = useCosts().data?.obstacle
  function submit() {
    setFormatMissing(!format)
    if (!format) return
    plan.mutate({
      // The prompt of a source replaces it (spec: Briefs), and may be longer.
      topic: values.topic.trim().slice(0, 200),
      contentSubtype: format,
      ...(source ? { sourceKind: source.kind, sourceId: source.id } : { sourceKind: 'manual' }),
      ...(competitorIds.length > 0 && { competitorIds }),
      ...(values.brand && { brandVoiceIds: [values.brand] }),
      ...(values.sitemap && { sitemapId: values.sitemap }),
    })
  }
  return (
    <Dialog
      title={strings.writeDialog.writeAnArticle}
      onClose={onClose}
      onSubmit={plan.isPending ? undefined : submit}
      footer={
        plan.isPending ? (
          <>
            <span className="grow muted small">{strings.writeDialog.continues}</span>
            <Button onClick={onClose} data-autofocus="">
              {strings.writeDialog.runInBackground}
            </Button>
          </>
        ) : (
          <>
            <span className="grow muted small">
              <PlanCost />
            </span>
            <Button onClick={onClose}>{strings.writeDialog.cancel}</Button>
            <Button look="primary" type="submit" shortcut="Ctrl ↵" disabled={Boolean(obstacle)}>
              {strings.writeDialog.planArticle}
            </Button>
          </>
        )
      }
    >
      {plan.isPending ? (
        <Planning topic={values.topic} />
      ) : (
        <>
          {obstacle && <Notice kind="warn">{obstacle}</Notice>}
          <TextField
            label={strings.writeDialog.prompt}
            required
            minLength={3}
            maxLength={source ? undefined : 200}
            readOnly={source !== undefined}
            placeholder={strings.writeDialog.promptPlaceholder}
            hint={hintOf(source)}
            {...bind('topic')}
          />
          <FormatChoice
            value={format}
            isFirst={source !== undefined}
            isMissing={isFormatMissing && !format}
            onChange={setFormat}
          />
          <div className="two">
            <BrandField {...bind('brand')} />
            <SitemapField {...bind('sitemap')} />
          </div>
          <Competitors chosen={competitorIds} onChange={setCompetitors} />
          {plan.error && <PlanProblem error={plan.error} retry={submit} />}
        </>
      )}
    </Dialog>
  )
}

function hintOf(source: Source | undefined): string {
  if (source?.kind === 'search_console') return strings.writeDialog.queryHint
  if (source) return strings.writeDialog.promptHint
  return strings.writeDialog.questionHint
}

/** Opens the outline when it is ready; if the dialog was closed meanwhile, shows a message with a link. */
function usePlanning(onClose: () => void) {
  const [, navigate] = useLocation()
  const addressOf = useProjectAddress()
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return usePlan({
    planned({ briefId, brief }) {
      const href = addressOf(paths.article(briefId))
      if (isShown.current) {
        onClose()
        navigate(href)
      } else
        toast(strings.writeDialog.planned(brief.workingTitle), {
          link: { label: strings.writeDialog.review, href },
          seconds: 8,
        })
    },
    refused(error) {
      if (!isShown.current) toast(strings.writeDialog.planningFailed(error.message), { seconds: 8 })
    },
  })
}

type BoundForm = ReturnType<ReturnType<typeof useForm<{ brand: string }>>['bind']>

function BrandField(bound: BoundForm) {
  const brands = useBrands().data?.brandIdentities ?? []
  const isNone = bound.value === '' || brands.length === 0
  return (
    <SelectField
      label={strings.writeDialog.brandIdentity}
      choices={[
        ...(isNone ? [{ value: '', label: strings.writeDialog.none }] : []),
        ...brands.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      {...bound}
    />
  )
}

function SitemapField(bound: BoundForm) {
  const sitemaps = useSitemaps().data ?? []
  const addressOf = useProjectAddress()
  const standard = standardOf(sitemaps)
  return (
    <SelectField
      label={strings.writeDialog.sitemap}
      choices={
        standard
          ? sitemaps
              .filter(({ status }) => status === 'ready')
              .map((each) => ({ value: each === standard ? '' : each.id, label: describe(each) }))
          : [{ value: '', label: strings.writeDialog.none }]
      }
      hint={
        !standard &&
        strings.writeDialog.sitemapHint(
          <Link href={addressOf(paths.visibilitySettings())}>{strings.writeDialog.addOne}</Link>,
        )
      }
      {...bound}
    />
  )
}

function Competitors({ chosen, onChange }: { chosen: string[]; onChange: (ids: string[]) => void }) {
  const competitors = useCompetitors().data ?? []
  if (competitors.length === 0) return null
  return <CompetitorChoice {...{ competitors, chosen, onChange }} />
}
