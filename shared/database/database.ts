import mongoose, { type Connection } from 'mongoose';
import { type AccountModel, accountModel } from '../accounts/account-model.ts';
import { type AuditModel, auditModel } from '../audit/audit-model.ts';
import { type CatalogImportModel, catalogImportModel } from '../catalog/import/import-model.ts';
import { type ProductModel, productModel } from '../catalog/product-model.ts';
import { type CostDayModel, costDayModel } from '../costs/cost-day-model.ts';
import { type LedgerModel, ledgerModel } from '../credits/ledger-model.ts';
import { type DeliveryLogModel, deliveryLogModel } from '../deliveries/delivery-model.ts';
import { type EventModel, eventModel } from '../events/event-model.ts';
import { type FileModel, fileModel } from '../files/file-model.ts';
import { type FlowModel, flowModel } from '../flows/flow-model.ts';
import { type InvitationModel, invitationModel } from '../identity/invitation-model.ts';
import { type LibraryModels, libraryModels } from '../identity/library-models.ts';
import { type MemberModel, memberModel } from '../identity/member-model.ts';
import { type PasskeyModel, passkeyModel } from '../identity/passkey-model.ts';
import { type IncidentModel, incidentModel } from '../incidents/incident-model.ts';
import { type InstallationModel, installationModel } from '../installation/installation-model.ts';
import { type ApiKeyModel, apiKeyModel } from '../keys/key-model.ts';
import { type FeedbackModel, feedbackModel } from '../kpis/feedback-model.ts';
import { type KpiDayModel, kpiDayModel } from '../kpis/kpi-model.ts';
import { type ConnectionOptions, connect } from '../mongodb/connect.ts';
import { watchConnections } from '../mongodb/connection-watch.ts';
import { prepareIndexes } from '../mongodb/indexes/prepare-indexes.ts';
import { type IndexedModel, type WantedIndex, wantedIndexes } from '../mongodb/indexes/wanted-indexes.ts';
import { logOutages } from '../mongodb/outage-log.ts';
import { type OperatorTokenModel, operatorTokenModel } from '../operators/operator-token-model.ts';
import { type OrderDeliveryModel, orderDeliveryModel } from '../orders/order-delivery-model.ts';
import { type OrderModel, orderModel } from '../orders/order-model.ts';
import { type RenderModel, renderModel } from '../renders/render-model.ts';
import { type RequestModel, requestModel } from '../requests/request-model.ts';
import { type ServiceDayModel, serviceDayModel } from '../status/service-day-model.ts';
import { type StoreModel, storeModel } from '../stores/store-model.ts';
import { type ModelPhotoModel, modelPhotoModel } from '../try-on/model-photo-model.ts';
import { type PhotoModel, photoModel } from '../try-on/photo-model.ts';
import { type SharedLookModel, sharedLookModel } from '../try-on/shared-look-model.ts';
import { type VisitorLinkModel, visitorLinkModel } from '../try-on/visitor-link-model.ts';

export interface Database extends LibraryModels {
  connection: Connection;
  accounts: AccountModel;
  keys: ApiKeyModel;
  renders: RenderModel;
  requests: RequestModel;
  ledger: LedgerModel;
  costDays: CostDayModel;
  stores: StoreModel;
  products: ProductModel;
  catalogImports: CatalogImportModel;
  events: EventModel;
  deliveries: DeliveryLogModel;
  kpiDays: KpiDayModel;
  feedback: FeedbackModel;
  orders: OrderModel;
  orderDeliveries: OrderDeliveryModel;
  photos: PhotoModel;
  modelPhotos: ModelPhotoModel;
  sharedLooks: SharedLookModel;
  visitorLinks: VisitorLinkModel;
  flows: FlowModel;
  files: FileModel;
  installations: InstallationModel;
  incidents: IncidentModel;
  serviceDays: ServiceDayModel;
  members: MemberModel;
  operatorTokens: OperatorTokenModel;
  passkeys: PasskeyModel;
  invitations: InvitationModel;
  audit: AuditModel;
  /** Every index that the models declare. */
  indexes: readonly WantedIndex[];
  /** Builds missing indexes over whatever is saved: for a database that one person or one test uses. */
  ensureIndexes(): Promise<void>;
  /** Rejects when the database does not respond within `timeoutMs`. */
  ping(timeoutMs: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Connects, waiting up to 15 s for the database to come up; afterwards the driver reconnects by itself.
 * @throws ConfigError
 */
export async function openDatabase(options: ConnectionOptions): Promise<Database> {
  const connection = mongoose.createConnection();
  connection.set('bufferCommands', false);
  // Without a listener, Node ends the process; `connect` and `logOutages` report what matters.
  connection.on('error', (error: Error) => options.log.debug({ err: error }, 'database connection'));
  await connect(connection, options);
  const watches = [watchConnections(connection.getClient()), logOutages(connection.getClient(), options.log)];
  const models = {
    accounts: accountModel(connection),
    keys: apiKeyModel(connection),
    renders: renderModel(connection),
    requests: requestModel(connection),
    ledger: ledgerModel(connection),
    costDays: costDayModel(connection),
    stores: storeModel(connection),
    products: productModel(connection),
    catalogImports: catalogImportModel(connection),
    events: eventModel(connection),
    deliveries: deliveryLogModel(connection),
    kpiDays: kpiDayModel(connection),
    feedback: feedbackModel(connection),
    orders: orderModel(connection),
    orderDeliveries: orderDeliveryModel(connection),
    photos: photoModel(connection),
    modelPhotos: modelPhotoModel(connection),
    sharedLooks: sharedLookModel(connection),
    visitorLinks: visitorLinkModel(connection),
    flows: flowModel(connection),
    files: fileModel(connection),
    installations: installationModel(connection),
    incidents: incidentModel(connection),
    serviceDays: serviceDayModel(connection),
    members: memberModel(connection),
    operatorTokens: operatorTokenModel(connection),
    passkeys: passkeyModel(connection),
    invitations: invitationModel(connection),
    audit: auditModel(connection),
    ...libraryModels(connection),
  };
  const indexes = wantedIndexes(Object.values(models) as unknown as IndexedModel[]);
  return {
    connection,
    ...models,
    indexes,
    ensureIndexes: () => prepareIndexes({ connection, indexes }, { build: true, log: options.log }),
    ping: async (timeoutMs) => {
      await connection.db!.command({ ping: 1 }, { timeoutMS: timeoutMs });
    },
    close: async () => {
      for (const watch of watches) watch.close();
      await connection.close();
    },
  };
}
