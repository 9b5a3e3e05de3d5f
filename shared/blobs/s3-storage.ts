import { readFile, unlink } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import type { GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3';
import {
  assertKey,
  assertListing,
  assertPrefix,
  assertType,
  type BlobListing,
  BlobNotFound,
  type BlobReadOptions,
  type BlobStat,
  type BlobStorage,
  BlobTooLarge,
  deleteListed,
  type ListOptions,
  type StreamedBlob,
  type StreamOptions,
} from './blob-storage.ts';

export interface S3Options {
  bucket: string;
  /** Empty: AWS itself. */
  endpoint: string;
  region: string;
  /** At `endpoint`: the bucket is part of the path, not of the host name; default: true. */
  pathStyle?: boolean;
  /** Empty: the AWS default chain (environment, instance role). */
  accessKeyId: string;
  secretAccessKey: string;
  /** Deadline of a whole call, retries included; default: 60 s, half of which an 8 MiB upload at 2 Mbit/s takes. */
  callMs?: number;
}

const defaultCallMs = 60_000;
const connectMs = 5_000;
const idleMs = 20_000;
const unknownType = 'application/octet-stream';

const getName = (error: unknown): unknown => (error as { name?: unknown }).name;

/** The SDK takes 130 ms and 21 MB to load: only a process with a bucket loads it, at its first call. */
async function connect(options: S3Options) {
  const sdk = await import('@aws-sdk/client-s3');
  const { accessKeyId, secretAccessKey } = options;
  const client: S3Client = new sdk.S3Client({
    region: options.region,
    // Self-hosted S3-compatible servers have no DNS name for each bucket.
    ...(options.endpoint ? { endpoint: options.endpoint, forcePathStyle: options.pathStyle ?? true } : {}),
    ...(accessKeyId ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    // With the SDK's default checksums some compatible servers save the chunk framing as content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout: Math.min(idleMs, options.callMs ?? defaultCallMs),
    },
  });
  return { sdk, client };
}

async function collect(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Blobs as objects of one bucket; the key is the object's key. */
export class S3Storage implements BlobStorage {
  readonly #options: S3Options;
  readonly #callMs: number;
  #connected: ReturnType<typeof connect> | undefined;

  constructor(options: S3Options) {
    this.#options = options;
    this.#callMs = options.callMs ?? defaultCallMs;
  }

  async put(key: string, bytes: Uint8Array, type: string): Promise<void> {
    assertKey(key);
    assertType(type);
    const { sdk, client } = await this.#s3();
    const object = { Body: bytes, ContentLength: bytes.byteLength, ContentType: type };
    const command = new sdk.PutObjectCommand({ ...this.#object(key), ...object });
    await client.send(command, { abortSignal: this.#deadline() });
  }

  /** In memory, not as a stream: a stream cannot be sent again after a failed try, and an image has at most 8 MiB. */
  async putFile(key: string, path: string, type: string): Promise<void> {
    await this.put(key, await readFile(path), type);
    await unlink(path);
  }

  async get(key: string, options: BlobReadOptions = {}): Promise<Buffer> {
    const { maxBytes = Number.POSITIVE_INFINITY, signal } = options;
    const { body, bytes } = await this.stream(key, signal ? { signal } : {});
    if (bytes > maxBytes) {
      body.destroy();
      throw new BlobTooLarge(key, bytes, maxBytes);
    }
    return collect(body);
  }

  async stat(key: string): Promise<BlobStat | null> {
    assertKey(key);
    const { sdk, client } = await this.#s3();
    try {
      const head = new sdk.HeadObjectCommand(this.#object(key));
      const found = await client.send(head, { abortSignal: this.#deadline() });
      return { bytes: found.ContentLength ?? 0, type: found.ContentType ?? unknownType };
    } catch (error) {
      if (getName(error) !== 'NotFound') throw error;
      // The response to HEAD has no body that says what was not found: without this, all of a lost bucket were deleted.
      await this.check();
      return null;
    }
  }

  async stream(key: string, { signal }: StreamOptions = {}): Promise<StreamedBlob> {
    assertKey(key);
    signal?.throwIfAborted();
    const { Body, ContentLength, ContentType } = await this.#getObject(key, signal);
    if (!Body || ContentLength === undefined)
      throw new Error(`The S3 server sent ${key} without its length.`);
    const body = Body as Readable;
    if (signal) addAbortSignal(signal, body);
    return { body, bytes: ContentLength, type: ContentType ?? unknownType };
  }

  async delete(key: string): Promise<void> {
    assertKey(key);
    const { sdk, client } = await this.#s3();
    await client.send(new sdk.DeleteObjectCommand(this.#object(key)), { abortSignal: this.#deadline() });
  }

  async deletePrefix(prefix: string): Promise<number> {
    assertPrefix(prefix);
    return deleteListed(this, prefix);
  }

  async list(prefix: string, { limit, after }: ListOptions): Promise<BlobListing[]> {
    assertListing(prefix, limit);
    const { sdk, client } = await this.#s3();
    // Version 1 of the call: every compatible server has it, and paging needs no more than its marker.
    const page = { Bucket: this.#options.bucket, Prefix: prefix, MaxKeys: limit };
    const command = new sdk.ListObjectsCommand({ ...page, ...(after ? { Marker: after } : {}) });
    const { Contents = [] } = await client.send(command, { abortSignal: this.#deadline() });
    return Contents.map((found) => ({
      key: found.Key ?? '',
      modifiedAt: found.LastModified ?? new Date(0),
      bytes: found.Size ?? 0,
    }));
  }

  async check(): Promise<void> {
    const { sdk, client } = await this.#s3();
    const command = new sdk.HeadBucketCommand({ Bucket: this.#options.bucket });
    await client.send(command, { abortSignal: AbortSignal.timeout(connectMs) }).catch((error: unknown) => {
      if (getName(error) !== 'NotFound') throw error;
      throw new Error(`the bucket ${this.#options.bucket} does not exist`, { cause: error });
    });
  }

  async close(): Promise<void> {
    const open = await this.#connected?.catch(() => undefined);
    open?.client.destroy();
  }

  #s3(): ReturnType<typeof connect> {
    this.#connected ??= connect(this.#options);
    return this.#connected;
  }

  #deadline(): AbortSignal {
    return AbortSignal.timeout(this.#callMs);
  }

  #object(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#options.bucket, Key: key };
  }

  /** The deadline ends with the headers: sending the body to a slow client may take longer than one call. */
  async #getObject(key: string, signal: AbortSignal | undefined): Promise<GetObjectCommandOutput> {
    const { sdk, client } = await this.#s3();
    const headers = new AbortController();
    const timer = setTimeout(
      () => headers.abort(new Error(`No response for ${key} within ${this.#callMs} ms.`)),
      this.#callMs,
    );
    const abortSignal = signal ? AbortSignal.any([signal, headers.signal]) : headers.signal;
    try {
      return await client.send(new sdk.GetObjectCommand(this.#object(key)), { abortSignal });
    } catch (error) {
      // A bucket that does not exist, or another server at the endpoint, is 404 as well.
      throw getName(error) === 'NoSuchKey' ? new BlobNotFound(key) : error;
    } finally {
      clearTimeout(timer);
    }
  }
}
