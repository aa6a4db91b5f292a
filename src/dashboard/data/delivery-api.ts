import type { treaty } from '@elysiajs/eden'
import type { DeliveryApi, LaterGeoApi } from '../../api.ts'
import { api } from './api.ts'

/** The clients of the routes whose types `api` does not contain. */
export const deliveryApi = api as unknown as ReturnType<typeof treaty<DeliveryApi>>
export const geoApi = api as unknown as ReturnType<typeof treaty<LaterGeoApi>>
