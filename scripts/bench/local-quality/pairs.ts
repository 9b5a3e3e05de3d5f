import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** One image to render: a scene, a product, and the product's words. */
export interface Pair {
  scene: string;
  product: string;
  category: string;
  /** Both photos may be shown in public (stated licence or known origin). */
  free: boolean;
}

const photos = fileURLToPath(new URL('../../../../shared/photos/', import.meta.url));
const examples = fileURLToPath(new URL('../../../examples/', import.meta.url));

/**
 * scene | products as `file category`. A star marks photos whose photographer and free licence are recorded. Every
 * photo of a person has two tops; accessories only where head, hands or feet are visible.
 */
const table = `
person_astronaut.png                  | tee_blue_rgba.png T-Shirts, hoodie_black_rgba.png Hoodies, beanie_blue_rgba.png Beanies, sunglasses_blue_rgba.png Sunglasses, knit_hat_white_worn.jpg Knit hats
person_grey_sweatshirt_blue.jpg       | tee_dark_rgba.png T-Shirts, hoodie_grey_rgba.png Hoodies, sunglasses_blue_rgba.png Sunglasses, sunglasses.jpg Sunglasses
person_man_backpack_wall.jpg          | tee_blue_rgba.png T-Shirts, polo_navy_rgba.png Polo shirts
person_man_motorcycle.jpg             | tee_white_cubes_rgba.png T-Shirts, hoodie_black_rgba.png Hoodies, cap_black_rgba.png Caps, bag_red_tote_rgba.png Tote bags, jeans_blue_worn.jpg Jeans, shoe_black_sneaker.jpg Sneakers
person_man_white_tee_street.jpg       | tee_dark_rgba.png T-Shirts, hoodie_grey_rgba.png Hoodies
person_woman_full_body_orange_tee.jpg | tee_blue_rgba.png T-Shirts, polo_navy_rgba.png Polo shirts, bag_red_tote_rgba.png Tote bags, shoes_white_plimsolls_rgba.png Shoes, jeans_blue_worn.jpg Jeans, shoe_black_runner.jpg Sneakers, cap_black_rgba.png Caps, dress_red_worn.jpg Dresses, dress_grey_worn.jpg Dresses, hoodie_grey_rgba.png Hoodies
person_woman_red_top_ochre.jpg        | hoodie_grey_rgba.png Hoodies, cap_black_rgba.png Caps, knit_hat_white_worn.jpg Knit hats
person_woman_striped_outfit_teal.jpg  | tee_white_cubes_rgba.png T-Shirts, hoodie_black_rgba.png Hoodies, beanie_blue_rgba.png Beanies, watch_gold.jpg Watches, dress_white_worn.jpg Dresses
person_woman_tee_shoulder_bag.jpg     | tee_blue_rgba.png T-Shirts, hoodie_black_rgba.png Hoodies, top_black_tank.jpg Tank tops
person_woman_white_tee_torso.jpg      | tee_dark_rgba.png T-Shirts, polo_navy_rgba.png Polo shirts, top_black_tank.jpg Tank tops
person_woman_yellow_wall.jpg          | tee_blue_rgba.png T-Shirts, beanie_blue_rgba.png Beanies
room_leather_sofa_white_wall.jpg*     | cushion_white_parrot_rgba.png Cushions, lamp_pendant_white.jpg* Pendant lamps, chair_white_balloon.jpg* Chairs
room_console_white_wall.jpg*          | plant_orchid_pot.jpg* Orchids, camera_instant.jpg* Cameras, mug_enamel_rgba.png Mugs
room_blue_armchair.jpg*               | plant_hanging_fern.jpg* Hanging plants, cushion_white_parrot_rgba.png Cushions
room_teal_wall.jpg*                   | chair_white_balloon.jpg* Chairs
space_loft_meeting_room.jpg           | sofa_tan_leather.jpg* Sofas, chair_yellow_pair.jpg* Chairs
room_lounge_grey_sofa_people.jpg      | cushion_white_parrot_rgba.png Cushions, chair_white_balloon.jpg* Chairs
room_blue_wall_two_chairs.jpg         | lamp_pendant_white.jpg* Pendant lamps
`;

const examplePairs: [string, string, string][] = [
  ['room-console.jpg', 'orchid.jpg', 'Orchids'],
  ['room-console.jpg', 'pendant-lamp.jpg', 'Pendant lamps'],
];

/** Several products in one image: a room, a whole outfit, layers on a person who fills the image. */
const manyTable = `
room_leather_sofa_white_wall.jpg | cushion_white_parrot_rgba.png Cushions, lamp_pendant_white.jpg Pendant lamps, plant_hanging_fern.jpg Hanging plants, mug_enamel_rgba.png Mugs, chair_blue_armchair.jpg Armchairs, candle_holder.jpg Candles
person_woman_full_body_orange_tee.jpg | hoodie_grey_rgba.png Hoodies, jeans_blue_worn.jpg Jeans, shoe_black_runner.jpg Sneakers, cap_black_rgba.png Caps, bag_red_tote_rgba.png Tote bags, watch_gold.jpg Watches
person_astronaut.png | tee_blue_rgba.png T-Shirts, knit_hat_white_worn.jpg Knit hats, sunglasses.jpg Sunglasses, jeans_blue_worn.jpg Jeans, dress_red_worn.jpg Dresses, watch_gold.jpg Watches
`;

/** Returns the requests for several products: the pairs of each have one scene. */
export function manyRequests(): Pair[][] {
  if (!existsSync(photos)) return [qualityPairs()];
  return splitLines(manyTable).map(readRow);
}

/** Real photos: those of the test folder when it exists, else the few of the examples. */
export function qualityPairs(): Pair[] {
  if (!existsSync(photos)) {
    return examplePairs.map(([scene, product, category]) => ({
      scene: examples + scene,
      product: examples + product,
      category,
      free: true,
    }));
  }
  const present = new Set([...readdirSync(`${photos}scenes`), ...readdirSync(`${photos}products`)]);
  return splitLines(table)
    .flatMap(readRow)
    .filter(({ scene, product }) => {
      const name = (path: string) => path.slice(path.lastIndexOf('/') + 1);
      return present.has(name(scene)) && present.has(name(product));
    });
}

const splitLines = (rows: string): string[] => rows.split('\n').filter((line) => line !== '');

function readRow(line: string): Pair[] {
  const [left = '', right = ''] = line.split('|').map((cell) => cell.trim());
  const scene = starred(left);
  return right.split(',').map((entry) => {
    const [file = '', ...category] = entry.trim().split(' ');
    const product = starred(file);
    return {
      scene: `${photos}scenes/${scene.name}`,
      product: `${photos}products/${product.name}`,
      category: category.join(' '),
      free: scene.free && product.free,
    };
  });
}

function starred(text: string): { name: string; free: boolean } {
  const free = text.endsWith('*');
  return { name: free ? text.slice(0, -1) : text, free };
}
