"""The objects of the API. Generated from docs/openapi.json by npm run docs."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict


class ProductItemDimensions(TypedDict):
    """True size of the product, any of its sides; sets the scale of the image."""

    #: Outer width.
    width: NotRequired[float | None]
    #: Outer height.
    height: NotRequired[float | None]
    #: Outer depth.
    depth: NotRequired[float | None]
    #: Unit of the sides. By default `cm`.
    unit: NotRequired[Literal["cm", "in", None]]


class ProductItem(TypedDict):
    """A product. It needs `images` unless `productUrl` belongs to a catalog merchant."""

    #: Product title; the first 500 characters are used.
    title: NotRequired[str | None]
    #: Product category, such as sofa; the first 200 characters are used.
    category: NotRequired[str | None]
    #: Name of the color; the first 200 characters are used.
    color: NotRequired[str | None]
    #: Product tags; the first 50, and 200 characters of each, are used.
    tags: NotRequired[list[str | None] | None]
    #: True size of the product, any of its sides; sets the scale of the image.
    dimensions: NotRequired[ProductItemDimensions | None]
    #: Images of the product, as JPEG, PNG, WebP or AVIF: https URLs, ids of uploaded files (`POST /files`), or data URLs of at most 8 MiB each. Required unless `productUrl` belongs to a catalog merchant.
    images: NotRequired[list[str] | None]
    #: URL of the product page. When it belongs to a catalog merchant, the product is rendered from the catalog’s images.
    productUrl: NotRequired[str | None]
    #: `storeSlug` of an earlier product result: names the store where `productUrl` does not.
    storeSlug: NotRequired[str | None]
    #: Product id of the storefront platform.
    productId: NotRequired[str | int | None]
    #: Variant id of the storefront platform; gives the best match in a catalog.
    variantId: NotRequired[str | int | None]


class RenderRequest(TypedDict):
    """One scene and the products to render into it. `null` in an optional field counts as absent."""

    #: Photo of the room, person or space, as JPEG, PNG, WebP or AVIF: an https URL, the id of an uploaded file (`POST /files`), or a data URL of at most 8 MiB. With a test key, a URL such as `https://simulate.test/model-error` chooses the outcome (`/docs/testing`).
    sceneImage: str
    #: The products to render into the scene.
    products: list[ProductItem]
    #: Only `auto`: the image has the aspect of the scene.
    aspect: NotRequired[Literal["auto", None]]


class ProductResult(TypedDict):
    """Rendering of one product."""

    #: Position of the product in the request, from 0.
    index: int
    #: `merchant`: from the images of a merchant’s catalog; `generic`: from those of the request.
    fidelity: Literal["generic", "merchant"]
    #: The merchant’s store, for `storeSlug` of later requests; only with `merchant`.
    storeSlug: NotRequired[str]


class Usage(TypedDict):
    """Cost of the request."""

    #: Credits that the render consumed.
    credits: int
    #: Credits that the account has left.
    balance: int


class RenderResponse(TypedDict):
    """A succeeded render."""

    #: The image as a data URL.
    image: str
    #: One for each product of the request, in its order.
    products: list[ProductResult]
    usage: Usage


#: `succeeded`, `failed`, `cancelled` and `expired` are final. States may be added.
RenderState = str


class RenderTimings(TypedDict):
    """Duration of each part."""

    #: Milliseconds of checking and saving the images.
    intake: NotRequired[int]
    #: Milliseconds of waiting for a worker.
    queue: NotRequired[int]
    #: Milliseconds of rendering.
    provider: NotRequired[int]
    #: Milliseconds of checking and saving the image.
    encode: NotRequired[int]


class RenderUrls(TypedDict):
    """Absolute URLs; all need the API key."""

    #: The render.
    get: str
    #: The image; not of a try-on, whose image only its shopper sees.
    image: NotRequired[str]
    #: Its server-sent events.
    events: str
    #: Takes the method `DELETE`.
    cancel: str


class ErrorObject(TypedDict):
    """The body of every error."""

    #: The status in words.
    error: str
    #: For programs. Codes may be added; treat an unknown one by its status.
    code: str
    #: For people: what is wrong and what to do, with the names of the fields.
    message: str
    #: Credits left; with 402.
    remaining_credits: NotRequired[int]
    #: Page where credits are bought; with 402.
    developers_url: NotRequired[str]
    #: Why a try-on cannot start, for the texts of the try-on application.
    reason: NotRequired[str]


class RenderUsage(TypedDict):
    """Cost of the render."""

    #: Credits that it consumed; 0 until it has succeeded.
    credits: int
    #: Credits that the account has left; of a single render.
    balance: NotRequired[int]


class Render(TypedDict):
    """A render and, once it has succeeded, its result."""

    #: Id of the render.
    id: str
    state: RenderState
    #: `try-on`: a shopper of one of the account’s stores started it.
    source: NotRequired[Literal["try-on"]]
    #: 1 for the next to start; only while it is queued.
    queuePosition: NotRequired[int]
    #: When it was accepted.
    createdAt: str
    #: When a worker started it.
    startedAt: NotRequired[str]
    #: When it ended.
    endedAt: NotRequired[str]
    #: When it ends at the latest.
    deadlineAt: str
    #: When its image was deleted.
    imageDeletedAt: NotRequired[str]
    timings: RenderTimings
    urls: RenderUrls
    #: Quality of the placement of each product, in the order of the request; only with a provider that reports it.
    placements: NotRequired[list[str]]
    #: Why there is no result.
    error: NotRequired[ErrorObject]
    #: The image as a data URL; with `?image=url` a signed URL, which needs no key for 6 to 7 hours. Only of a succeeded render whose image exists.
    image: NotRequired[str]
    #: Of a succeeded render.
    products: NotRequired[list[ProductResult]]
    usage: NotRequired[RenderUsage]


class RenderList(TypedDict):
    """A page of renders, newest first."""

    #: Without `image`, `products` and `queuePosition`.
    renders: list[Render]
    #: Send it as `cursor` for the next page; null on the last one.
    nextCursor: str | None


class UploadedFile(TypedDict):
    """An uploaded image."""

    #: Names the image in requests, wherever they take the URL of an image.
    id: str
    #: Type of the image as it is kept.
    mimeType: str
    #: Width in pixels.
    width: int
    #: Height in pixels.
    height: int
    #: Size in bytes as it is kept.
    bytes: int
    #: When it was uploaded.
    createdAt: str
    #: When it is deleted: after 24 hours.
    expiresAt: str


class UnchargedStarts(TypedDict):
    """Renders of today (UTC) that ended without a charge, by the doing of their callers, after a provider may have worked for them: cancelled while they ran, refused for safety reasons, or cut short by a slow upload. With `used` at `limit`, new renders are rejected with 429."""

    #: Such renders of all live keys of the account.
    used: int
    #: Maximum of `used`; each charged render raises it.
    limit: int
    #: When the count starts again.
    resetsAt: str


class Credits(TypedDict):
    """The credits of an account."""

    #: Id of the account, for its owner and the operator.
    account: str
    #: All credits that were ever added, less those taken back after a refund of their payment: the sum of the other three.
    granted: int
    #: Credits for new renders; `usage.balance` is the same.
    available: int
    #: Set aside for renders that have not ended.
    held: int
    #: Charged for renders that succeeded.
    spent: int
    #: Credits of refunded payments that were used already, if any: taken from the next that are available.
    owed: NotRequired[int]
    unchargedStarts: UnchargedStarts


class LedgerEntry(TypedDict):
    """A movement of credits."""

    #: Id of the movement.
    id: str
    #: `grant`: credits were added. `capture`: a render succeeded and was charged. `release`: a render ended without a result. `refund`: a charged render was given back. `reversal`: credits were taken back, since their payment was refunded.
    kind: str
    #: Credits.
    amount: int
    #: When.
    at: str
    #: The render; not of a grant or a reversal.
    renderId: NotRequired[str]
    #: Id of the key that started the render; `store:{slug}` for a try-on.
    keyId: NotRequired[str]
    #: Why; of a refund, of a reversal, and of a release that counts as an uncharged start.
    reason: NotRequired[str]


class Ledger(TypedDict):
    """A page of movements, newest first."""

    #: The movements.
    entries: list[LedgerEntry]
    #: Send it as `cursor` for the next page; null on the last one.
    nextCursor: str | None


class QueuedEvent(TypedDict):
    """`data` of the event `queued`."""

    #: Position in the queue, 1 for the next to start.
    position: int
    #: Median duration of the provider’s newest renders, without the time in the queue.
    expectedSeconds: NotRequired[float]


class ProgressEvent(TypedDict):
    """`data` of the event `progress`."""

    #: Current stage, such as `started`, `rendering` or `encoding`. Stages may be added.
    stage: str
    #: Share of the work done, estimated between the reports of the model; it never falls.
    share: float
    #: Median duration of the provider’s newest renders, without the time in the queue.
    expectedSeconds: NotRequired[float]
    #: When the worker reported it.
    at: str


class EndedRender(TypedDict):
    """A render without its image."""

    #: Id of the render.
    id: str
    state: RenderState
    #: `try-on`: a shopper of one of the account’s stores started it.
    source: NotRequired[Literal["try-on"]]
    #: 1 for the next to start; only while it is queued.
    queuePosition: NotRequired[int]
    #: When it was accepted.
    createdAt: str
    #: When a worker started it.
    startedAt: NotRequired[str]
    #: When it ended.
    endedAt: NotRequired[str]
    #: When it ends at the latest.
    deadlineAt: str
    #: When its image was deleted.
    imageDeletedAt: NotRequired[str]
    timings: RenderTimings
    urls: RenderUrls
    #: Quality of the placement of each product, in the order of the request; only with a provider that reports it.
    placements: NotRequired[list[str]]
    #: Why there is no result.
    error: NotRequired[ErrorObject]
    #: Signed URL of the image, which needs no key for 6 to 7 hours; of a succeeded render.
    imageUrl: NotRequired[str]
    #: Of a succeeded render.
    products: NotRequired[list[ProductResult]]
    usage: RenderUsage


class RenderMessage(TypedDict):
    """The body of a render webhook."""

    #: `render.` and the state.
    type: str
    #: When the render ended.
    timestamp: str
    data: EndedRender


class CreditsLowMessageData(TypedDict):
    """The balance."""

    #: Id of the account.
    account: str
    #: Credits for new renders at that time.
    available: int
    #: The account is notified when fewer are available.
    threshold: int


class CreditsLowMessage(TypedDict):
    """The body of a webhook about low credits."""

    #: Always `credits.low`.
    type: Literal["credits.low"]
    #: When it was noticed.
    timestamp: str
    #: The balance.
    data: CreditsLowMessageData
