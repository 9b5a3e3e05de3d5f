import type { StoreDoc } from '../../../shared/stores/store-model.ts';
import type { ModelPhotoDoc } from '../../../shared/try-on/model-photo-model.ts';
import { leastPhotoSide } from '../../../shared/try-on/photo-limits.ts';
import type { EntryFiles } from '../../assets/web-build.ts';
import { PageForm } from '../../html/page-form.tsx';
import { RoomSection } from '../../html/room-page.tsx';
import type { FormErrors, FormValues } from '../../http/form.ts';
import type { Person } from '../../identity/person.ts';
import { modelPhotoView } from '../../try-on/image-views.ts';
import { Button } from '../../web/design/components/button.tsx';
import { Select, TextField } from '../../web/design/components/field.tsx';
import { dashboardPage, toStorePath } from '../dashboard-page.tsx';

export interface PhotosPage {
  person: Person;
  store: StoreDoc;
  photos: readonly ModelPhotoDoc[];
  done?: string | undefined;
  values?: FormValues | undefined;
  errors?: FormErrors | undefined;
}

const kinds = [
  { value: 'room', text: 'Room', group: 'Rooms' },
  { value: 'person', text: 'Person', group: 'People' },
] as const;

/** `/dashboard/{store}/photos` */
export function photosPage(page: PhotosPage, files: EntryFiles): string {
  const { person, store, photos, done } = page;
  const path = toStorePath(store, 'photos');
  const groups = [
    ...kinds.map(({ value, group: text }) => ({
      text,
      of: photos.filter(({ kind }) => kind === value),
    })),
    { text: 'Others', of: photos.filter(({ kind }) => kind === undefined) },
  ].filter(({ of }) => of.length > 0);
  return dashboardPage(
    {
      path,
      title: 'Model photos',
      person,
      store,
      done,
      children: (
        <>
          {groups.length === 0 && (
            <p>
              The store has no model photo. Shoppers who upload no photo of their own choose one of these.
            </p>
          )}
          {groups.map(({ text, of }) => (
            <RoomSection key={text} id={text.toLowerCase()} title={text}>
              <ul class="render-list">
                {of.map((photo) => (
                  <PhotoCard
                    key={photo._id}
                    store={store}
                    photo={photo}
                    path={path}
                    token={person.formToken}
                  />
                ))}
              </ul>
            </RoomSection>
          ))}
          <NewPhoto {...page} path={path} />
        </>
      ),
    },
    files,
  );
}

interface PhotoProps {
  store: StoreDoc;
  photo: ModelPhotoDoc;
  path: string;
  token: string;
}

function PhotoCard({ store, photo, path, token }: PhotoProps) {
  const { name, thumbnail } = modelPhotoView(store, photo);
  const { width, height } = photo.image;
  return (
    <li class="card">
      <img class="render-image" src={thumbnail} alt={name} width={width} height={height} loading="lazy" />
      <p>{name}</p>
      <details class="row-more">
        <summary>Remove</summary>
        <PageForm action={`${path}/remove`} token={token} hidden={{ photo: photo._id }}>
          <p>Shoppers can no longer choose it.</p>
          <Button type="submit" kind="danger">
            Remove photo
          </Button>
        </PageForm>
      </details>
    </li>
  );
}

const NewPhoto = ({ person, photos, path, values, errors = {} }: PhotosPage & { path: string }) => (
  <RoomSection id="new" title="Add a photo">
    <PageForm action={path} token={person.formToken} hasFile>
      <TextField
        label="Description"
        name="name"
        required
        maxLength={100}
        help="Read to shoppers who do not see the photo."
        placeholder="Living room with a window"
        value={values?.name ?? ''}
        {...(errors.name && { error: errors.name })}
      />
      <Select label="Shows a" name="kind" options={kinds} value={values?.kind ?? 'room'} />
      <TextField
        label="Photo"
        name="file"
        type="file"
        required
        accept="image/*"
        help={`At most 8 MB, as a shopper could use it: bright, and at least ${leastPhotoSide} pixels on each side.`}
        {...(errors.file && { error: errors.file })}
      />
      <Button type="submit" kind={photos.length === 0 ? 'primary' : 'secondary'}>
        Add photo
      </Button>
    </PageForm>
  </RoomSection>
);
