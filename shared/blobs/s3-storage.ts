import { readFile, unlink } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import type { GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3';
import {
  assertKey,
  assertListing,
  assertPrefix,
  assertType,
  BlobNotFound,
  type BlobStorage,
  BlobTooLarge,
  deleteListed,
} from './blob-storage.ts';

export interface S3Options {
  bucket: string;
  /** Empty: AWS itself. */
  endpoint: string;
  region: string;
  /** Empty: the AWS default chain (environment, instance role). */
  accessKeyId: string;
  secretAccessKey: string;
}

// A call's whole deadline, retries included: an 8 MiB upload at 2 Mbit/s takes half of it.
const CALL_MS = 60_000;
const CONNECT_MS = 5_000;
const IDLE_MS = 20_000;

const deadline = () => AbortSignal.timeout(CALL_MS);

function isAbsent(error: unknown): boolean {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404;
}

/** The SDK costs 130 ms and 21 MB to load: only a process that has a bucket pays it, at its first call. */
async function connect(options: S3Options) {
  const sdk = await import('@aws-sdk/client-s3');
  const { accessKeyId, secretAccessKey } = options;
  const client: S3Client = new sdk.S3Client({
    region: options.region,
    // Path style: the S3-compatible stores people host themselves have no DNS name for each bucket.
    ...(options.endpoint ? { endpoint: options.endpoint, forcePathStyle: true } : {}),
    ...(accessKeyId ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    // With the SDK's default checksums some compatible stores keep the chunk framing as content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: IDLE_MS },
  });
  return { sdk, client };
}

async function collect(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Blobs as objects of one bucket; the key is the object's key. */
export function createS3Storage(options: S3Options): BlobStorage {
  const Bucket = options.bucket;
  let connected: ReturnType<typeof connect> | undefined;
  const s3 = () => {
    connected ??= connect(options);
    return connected;
  };

  /** The deadline ends with the headers: the body may go to a slow client for longer than a call may take. */
  async function answerOf(key: string, signal: AbortSignal | undefined): Promise<GetObjectCommandOutput> {
    const { sdk, client } = await s3();
    const headers = new AbortController();
    const timer = setTimeout(() => headers.abort(new Error(`No answer for ${key} in time.`)), CALL_MS);
    const abortSignal = signal ? AbortSignal.any([signal, headers.signal]) : headers.signal;
    try {
      return await client.send(new sdk.GetObjectCommand({ Bucket, Key: key }), { abortSignal });
    } catch (error) {
      throw isAbsent(error) ? new BlobNotFound(key) : error;
    } finally {
      clearTimeout(timer);
    }
  }

  async function open(key: string, signal: AbortSignal | undefined) {
    assertKey(key);
    signal?.throwIfAborted();
    const { Body, ContentLength, ContentType } = await answerOf(key, signal);
    if (!Body || ContentLength === undefined) throw new Error(`The store sent ${key} without its length.`);
    const body = Body as Readable;
    if (signal) addAbortSignal(signal, body);
    return { body, bytes: ContentLength, type: ContentType ?? 'application/octet-stream' };
  }

  const store: BlobStorage = {
    async put(key, bytes, type) {
      assertKey(key);
      assertType(type);
      const { sdk, client } = await s3();
      const put = { Bucket, Key: key, Body: bytes, ContentLength: bytes.byteLength, ContentType: type };
      await client.send(new sdk.PutObjectCommand(put), { abortSignal: deadline() });
    },

    // Through memory, not as a stream: a stream cannot be sent again when the first try fails, and
    // what comes here is one image of at most 8 MiB.
    async putFile(key, path, type) {
      await store.put(key, await readFile(path), type);
      await unlink(path);
    },

    async get(key, { maxBytes = Number.POSITIVE_INFINITY, signal } = {}) {
      const { body, bytes } = await open(key, signal);
      if (bytes > maxBytes) {
        body.destroy();
        throw new BlobTooLarge(key, bytes, maxBytes);
      }
      return collect(body);
    },

    async stat(key) {
      assertKey(key);
      const { sdk, client } = await s3();
      try {
        const head = new sdk.HeadObjectCommand({ Bucket, Key: key });
        const found = await client.send(head, { abortSignal: deadline() });
        return { bytes: found.ContentLength ?? 0, type: found.ContentType ?? 'application/octet-stream' };
      } catch (error) {
        if (isAbsent(error)) return null;
        throw error;
      }
    },

    stream(key, { signal } = {}) {
      return open(key, signal);
    },

    async delete(key) {
      assertKey(key);
      const { sdk, client } = await s3();
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: key }), { abortSignal: deadline() });
    },

    deletePrefix(prefix) {
      assertPrefix(prefix);
      return deleteListed(store, prefix);
    },

    async list(prefix, { limit, after }) {
      assertListing(prefix, limit);
      const { sdk, client } = await s3();
      // Version 1 on purpose: every compatible store has it, and a marker is all the paging there is.
      const page = { Bucket, Prefix: prefix, MaxKeys: limit, ...(after ? { Marker: after } : {}) };
      const listing = client.send(new sdk.ListObjectsCommand(page), { abortSignal: deadline() });
      const { Contents = [] } = await listing;
      return Contents.map((found) => ({
        key: found.Key ?? '',
        modifiedAt: found.LastModified ?? new Date(0),
        bytes: found.Size ?? 0,
      }));
    },

    async close() {
      const open = await connected?.catch(() => undefined);
      open?.client.destroy();
    },
  };
  return store;
}
