import { t } from 'elysia'
import { integer, oneOf, optional, text } from '../../http/fields.ts'
import { Disabled } from '../automations/model.ts'
import { Organization } from '../organizations/model.ts'
import { languages } from './languages.ts'
import {
  analysisStatuses,
  analysisSteps,
  type brandAnalysisJobs,
  type brandIdentities,
  toneProfiles,
} from './table.ts'

export type BrandIdentityRow = typeof brandIdentities.$inferSelect
export type AnalysisRow = typeof brandAnalysisJobs.$inferSelect

/** The result of a brand analysis (contract 8.5). */
export type BrandTraits = Pick<
  BrandIdentityRow,
  'companyName' | 'companyDescription' | 'toneProfile' | 'customTone' | 'audience' | 'language'
>

export const BrandIdentity = t.Object({
  id: t.String(),
  name: t.String(),
  isDefault: t.Boolean(),
  websiteUrl: t.String(),
  companyName: t.Nullable(t.String()),
  companyDescription: t.Nullable(t.String()),
  toneProfile: t.Nullable(oneOf(toneProfiles)),
  customTone: t.Nullable(t.String()),
  customInstructions: t.Nullable(t.String()),
  audience: t.Nullable(t.String()),
  language: t.Nullable(t.String()),
  createdAt: t.String(),
  updatedAt: t.String(),
})

export const BrandIdentityList = t.Object({
  brandIdentities: t.Array(BrandIdentity),
  organization: Organization,
})
export const OneBrandIdentity = t.Object({
  brandIdentity: t.Nullable(BrandIdentity),
  organization: Organization,
})

/** Maximum characters per field; the analysis has the same limits (contract 8.1). */
export const limits = {
  companyName: [1, 200],
  companyDescription: [10, 4000],
  customTone: [0, 1000],
  customInstructions: [0, 4000],
  audience: [10, 1000],
} as const

const name = t.Optional(text('name', 1, 120, { error: 'name must be a string' }))
const limited = (field: keyof typeof limits) => {
  const [min, max] = limits[field]
  return optional(text(field, min, max, { error: `${field} must be a string or null` }))
}

/** The fields that can be changed. `rules.ts` validates the website (contract 8.1). */
export const BrandIdentityPatch = t.Object({
  name,
  isDefault: t.Optional(t.Literal(true, { error: 'isDefault can only be set to true' })),
  websiteUrl: t.Optional(text('websiteUrl', 0, 2048, { error: 'websiteUrl must be a string' })),
  companyName: limited('companyName'),
  companyDescription: limited('companyDescription'),
  toneProfile: t.Optional(
    t.Nullable(oneOf(toneProfiles), { error: `toneProfile must be one of ${toneProfiles.join(', ')}` }),
  ),
  customTone: limited('customTone'),
  customInstructions: limited('customInstructions'),
  audience: limited('audience'),
  language: t.Optional(
    t.Nullable(oneOf(languages), { error: `language must be one of ${languages.join(', ')}` }),
  ),
})
export type BrandIdentityPatch = typeof BrandIdentityPatch.static

export const AnalysisRequest = t.Object({
  name,
  websiteUrl: text('websiteUrl', 0, 2048, { error: 'websiteUrl is required' }),
})
export type AnalysisRequest = typeof AnalysisRequest.static

export const AnalysisJob = t.Object({
  id: t.String(),
  organizationId: t.String(),
  brandIdentityId: t.String(),
  status: oneOf(analysisStatuses),
  step: t.Nullable(oneOf(analysisSteps)),
  currentStep: integer,
  totalSteps: integer,
  workflowRunId: t.Nullable(t.String()),
  error: t.Nullable(t.String()),
  createdAt: t.String(),
  updatedAt: t.String(),
  completedAt: t.Nullable(t.String()),
})
export const OneAnalysisJob = t.Object({ job: AnalysisJob, organization: Organization })

export const DeletedBrandIdentity = t.Object({
  id: t.String(),
  organization: Organization,
  ...Disabled,
})

export function toBrandIdentity(row: BrandIdentityRow): typeof BrandIdentity.static {
  return {
    id: row.id,
    name: row.name,
    isDefault: row.isDefault,
    websiteUrl: row.websiteUrl,
    companyName: row.companyName,
    companyDescription: row.companyDescription,
    toneProfile: row.toneProfile,
    customTone: row.customTone,
    customInstructions: row.customInstructions,
    audience: row.audience,
    language: row.language,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

export function toAnalysisJob(row: AnalysisRow): typeof AnalysisJob.static {
  return {
    id: row.id,
    organizationId: row.organizationId,
    brandIdentityId: row.brandIdentityId,
    status: row.status,
    step: row.step,
    currentStep: row.currentStep,
    totalSteps: analysisSteps.length,
    workflowRunId: row.workflowRunId,
    error: row.error,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
  }
}
