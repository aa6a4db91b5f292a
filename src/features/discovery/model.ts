import { t } from 'elysia'
import { Pagination } from '../../http/paging.ts'
import { Sources, WantedData } from '../activity/sources.ts'
import { Cron, EventTrigger, EventTriggerBody, Schedule, ScheduleBody } from '../automations/model.ts'
import { BrandFact, BrandFactBody } from '../brand-identities/facts/model.ts'
import { AnalysisJob, AnalysisRequest, BrandIdentity, BrandIdentityPatch } from '../brand-identities/model.ts'
import { Collection, CollectionPatch } from '../collections/model.ts'
import { Chat, ChatMessage, SendBody } from '../conversations/chats/model.ts'
import {
  CancelTurn,
  Delivered,
  NewSession,
  Session,
  SessionList,
  SessionMessage,
  TurnCancelled,
} from '../conversations/sessions/model.ts'
import { Feedback, FeedbackBody, FeedbackGroup, FeedbackPatch } from '../feedback/model.ts'
import { GenerationEvent, GenerationJob, GenerationRequest } from '../generation/model.ts'
import { Run } from '../generation/runs/model.ts'
import {
  Baseline,
  Document as BriefDocument,
  FaultCounts,
  InternalLink,
  ListedBrief,
  Section,
} from '../geo/briefs/model.ts'
import { Rate as BriefRate } from '../geo/briefs/outcome-model.ts'
import { ApproveBody, PlanBody } from '../geo/briefs/request-model.ts'
import { Competitor, CompetitorBody, CompetitorImport } from '../geo/competitors/model.ts'
import { GapBrief, PromptGap, SearchGap } from '../geo/gaps/model.ts'
import { Project, ProjectBody, ProjectPatch } from '../geo/projects/model.ts'
import { PromptImport } from '../geo/prompts/import-prompts.ts'
import { Prompt, PromptBody, PromptPatch } from '../geo/prompts/model.ts'
import { SearchConsoleFile } from '../geo/prompts/suggestions/model.ts'
import {
  Access as ReadinessAccess,
  Breakdown as ReadinessBreakdown,
  ReadinessCheck,
  Fix as ReadinessFix,
  Issue as ReadinessIssue,
  Part as ReadinessPart,
  ReadinessReport,
} from '../geo/readiness/model.ts'
import { Scan, SkippedPart } from '../geo/scans/model.ts'
import { Sequence, SequenceBody, SequencePatch } from '../geo/sequences/model.ts'
import { GeoSettings, SettingsBody } from '../geo/settings/model.ts'
import { Sitemap, SitemapBody } from '../geo/sitemaps/model.ts'
import { DroppedVisits, ReceivedVisits } from '../geo/traffic/model.ts'
import { Basket, DayBasket } from '../geo/visibility/basket/figures.ts'
import { Comparison, Interval } from '../geo/visibility/model.ts'
import { EngineRates } from '../geo/visibility/overview.ts'
import { OwnedSource, Source } from '../geo/visibility/results.ts'
import { SentimentCounts, SentimentDay, SentimentIntervals } from '../geo/visibility/sentiment/model.ts'
import { CitedPage, CitedSite, CitingEngine } from '../geo/visibility/sources/model.ts'
import { GitHubConnection, Integration, LinearIntegration } from '../integrations/model.ts'
import { Organization } from '../organizations/model.ts'
import {
  LedgerCounts,
  Post,
  PostBody,
  PostPatch,
  PostSchedule,
  PostScheduleBody,
  PostSummary,
} from '../posts/model.ts'
import { TextFault } from '../posts/text-fault.ts'
import { NewSkill, Skill, SkillPatch, SkillSummary } from '../skills/model.ts'
import { Delivery } from '../webhooks/deliveries/model.ts'

/** The schemas that have a name in the document and in generated clients; all others are inlined. */
export const models = {
  AgentSession: Session,
  AgentSessionBody: NewSession,
  AgentSessionDelivery: Delivered,
  AgentSessionList: SessionList,
  AgentSessionMessage: SessionMessage,
  AnalysisJob,
  AnalysisRequest,
  Basket,
  BrandFact,
  BrandFactBody,
  BrandIdentity,
  BrandIdentityPatch,
  BriefBaseline: Baseline,
  BriefBody: PlanBody,
  BriefApproval: ApproveBody,
  BriefDocument,
  BriefFaultCounts: FaultCounts,
  BriefLink: InternalLink,
  BriefRate,
  BriefSection: Section,
  CancelTurn,
  Chat,
  ChatBody: SendBody,
  ChatMessage,
  CitedPage,
  CitedSite,
  CitingEngine,
  Collection,
  CollectionPatch,
  Comparison,
  Competitor,
  CompetitorBody,
  CompetitorImport,
  Cron,
  DataPoints: WantedData,
  DayBasket,
  Delivery,
  DroppedVisits,
  EngineRates,
  EventTrigger,
  EventTriggerBody,
  Feedback,
  FeedbackBody,
  FeedbackGroup,
  FeedbackPatch,
  GapBrief,
  GenerationEvent,
  GenerationJob,
  GenerationRequest,
  GeoSettings,
  GeoSettingsBody: SettingsBody,
  GitHubConnection,
  Integration,
  Interval,
  LedgerCounts,
  LinearIntegration,
  ListedBrief,
  NewSkill,
  Organization,
  Pagination,
  Post,
  PostBody,
  PostFault: TextFault,
  PostPatch,
  PostSchedule,
  PostScheduleBody,
  PostSummary,
  Project,
  ProjectBody,
  ProjectPatch,
  Prompt,
  PromptBody,
  PromptImport,
  PromptPatch,
  ReceivedVisits,
  PromptGap,
  ReadinessAccess,
  ReadinessBreakdown,
  ReadinessCheck,
  ReadinessFix,
  ReadinessIssue,
  ReadinessPart,
  ReadinessReport,
  Run,
  Scan,
  Schedule,
  ScheduleBody,
  SearchGap,
  SearchConsoleFile,
  SentimentCounts,
  SentimentDay,
  SentimentIntervals,
  Sequence,
  SequenceBody,
  SequencePatch,
  Sitemap,
  SitemapBody,
  Skill,
  SkillPatch,
  SkillSummary,
  SkippedPart,
  OwnedSource,
  Source,
  Sources,
  TurnCancelled,
}

export const Status = t.Object({
  status: t.Literal('ok'),
  service: t.String(),
  version: t.String(),
  public: t.Boolean(),
  authentication: t.Object({ type: t.Literal('bearer'), resource_metadata: t.String(), guide: t.String() }),
})
