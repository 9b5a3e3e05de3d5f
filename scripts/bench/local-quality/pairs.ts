import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPhoto, photos, type Side } from './test-photos.ts';

/** One image to render: a scene, a product, and the product's words. */
export interface Pair {
  scene: string;
  product: string;
  category: string;
  side: Side;
  /** Both photos may be shown in public (stated licence or known origin). */
  free: boolean;
}

const examples = fileURLToPath(new URL('../../../examples/', import.meta.url));

/** scene | products as `file category`. A star marks photos whose origin and free licence are recorded. */
const table = `
room_leather_sofa_white_wall.jpg* | cushion_white_parrot_rgba.png* Cushions, plant_orchid_pot.jpg* Orchids, chair_white_balloon.jpg* Chairs
room_console_white_wall.jpg* | mug_enamel_rgba.png* Mugs, lamp_pendant_white.jpg* Pendant lamps, sofa_tan_leather.jpg* Sofas
room_lounge_grey_sofa_people.jpg | cushion_white_parrot_rgba.png* Cushions, chair_white_balloon.jpg* Chairs
room_bedside_table.jpg* | mug_enamel_rgba.png* Mugs, poster_valley.jpg Posters
room_loft_brick.jpg | sofa_tan_leather.jpg* Sofas, lamp_pendant_white.jpg* Pendant lamps
room_dark_marble_lounge.jpg | sofa_tan_leather.jpg* Sofas, mug_enamel_rgba.png* Mugs
room_home_decor.jpg | mug_enamel_rgba.png* Mugs, plant_orchid_pot.jpg* Orchids
room_workplace.jpg | mug_enamel_rgba.png* Mugs, chair_white_balloon.jpg* Chairs
room_bedroom_canopy_bed.jpg | cushion_white_parrot_rgba.png* Cushions, chair_white_balloon.jpg* Chairs
outdoor_pool_courtyard.jpg | chair_white_balloon.jpg* Chairs
outdoor_house_garden.jpg | sofa_tan_leather.jpg* Sofas
person_woman_white_tee_torso.jpg | tee_blue_rgba.png* T-Shirts, hoodie_grey_rgba.png* Hoodies
person_woman_full_body_orange_tee.jpg | tee_blue_rgba.png* T-Shirts, jeans_blue_worn.jpg Jeans, shoe_black_runner.jpg* Sneakers, dress_red_worn.jpg Dresses, cap_black_rgba.png* Caps
person_grey_sweatshirt_blue.jpg | hoodie_grey_rgba.png* Hoodies, tee_blue_rgba.png* T-Shirts
man_red_shirt_torso.jpg | tee_blue_rgba.png* T-Shirts, hoodie_grey_rgba.png* Hoodies
man_jersey_half.jpg | tee_blue_rgba.png* T-Shirts, hoodie_grey_rgba.png* Hoodies
room_blue_armchair.jpg* | mug_enamel_rgba.png* Mugs, plant_orchid_pot.jpg* Orchids
room_teal_wall.jpg* | chair_white_balloon.jpg* Chairs, lamp_pendant_white.jpg* Pendant lamps
room_loft_beanbag.jpg* | mug_enamel_rgba.png* Mugs, chair_white_balloon.jpg* Chairs
room_sofa_windows.jpg* | mug_enamel_rgba.png* Mugs, cushion_white_parrot_rgba.png* Cushions
outdoor_forest_tent.jpg* | stool_white.jpg* Stools, bottle_steel_rgba.png* Bottles
outdoor_meadow_mountains.jpg* | chair_black_armchair.jpg* Armchairs
outdoor_stream.jpg* | plant_aloe_white_pot.jpg* Aloe
outdoor_dandelions_16mp.jpg* | sofa_chesterfield.jpg Sofas
outdoor_house_dusk.jpg | chair_black_armchair.jpg* Armchairs
room_blue_wall_two_chairs.jpg | plant_orchid_pot.jpg* Orchids, cushion_white_parrot_rgba.png* Cushions
room_blue_sofa.jpg | chair_white_balloon.jpg* Chairs, lamp_pendant_white.jpg* Pendant lamps
space_loft_meeting_room.jpg | sofa_chesterfield.jpg Sofas, chair_black_armchair.jpg* Armchairs
space_shelf_plants.jpg | cushion_white_parrot_rgba.png* Cushions, mug_enamel_rgba.png* Mugs
room_kitchen_grey.jpg | plant_tulips.jpg* Tulips, stool_white.jpg* Stools
room_wide_warm.jpg | lamp_pendant_white.jpg* Pendant lamps, plant_orchid_pot.jpg* Orchids
room_yellow_armchair.jpg | plant_hanging_fern.jpg* Hanging plants, plant_cactus.jpg* Cactus
room_dark_floor_sofa.jpg | mug_enamel_rgba.png* Mugs, chair_white_balloon.jpg* Chairs
person_astronaut.png* | tee_blue_rgba.png* T-Shirts, cap_black_rgba.png* Caps
person_man_backpack_wall.jpg | tee_blue_rgba.png* T-Shirts, hoodie_grey_rgba.png* Hoodies
person_man_motorcycle.jpg | hoodie_grey_rgba.png* Hoodies, shoe_black_runner.jpg* Sneakers
person_man_white_tee_street.jpg | tee_blue_rgba.png* T-Shirts, hoodie_grey_rgba.png* Hoodies
person_woman_red_top_ochre.jpg | tee_blue_rgba.png* T-Shirts, cap_black_rgba.png* Caps
person_woman_striped_outfit_teal.jpg | tee_blue_rgba.png* T-Shirts, dress_red_worn.jpg Dresses
person_woman_tee_shoulder_bag.jpg | tee_blue_rgba.png* T-Shirts, hoodie_grey_rgba.png* Hoodies
person_woman_yellow_wall.jpg | tee_blue_rgba.png* T-Shirts, cap_black_rgba.png* Caps
person_man_check_shirt.jpg | tee_blue_rgba.png* T-Shirts, hoodie_grey_rgba.png* Hoodies
person_woman_jumper_lake.jpg | hoodie_grey_rgba.png* Hoodies, dress_red_worn.jpg Dresses
person_man_cap_smile.jpg | tee_blue_rgba.png* T-Shirts, hoodie_grey_rgba.png* Hoodies
person_woman_dark_trees.jpg | tee_blue_rgba.png* T-Shirts, cap_black_rgba.png* Caps
room_dining_chairs.png | basketball.jpg* Basketballs, statue_lion.jpg* Statues
room_office_dark_floor.jpg | plant_orchid_pot.jpg* Orchids, cushion_white_parrot_rgba.png* Cushions
room_office_chair.jpg | chair_white_balloon.jpg* Chairs, lamp_pendant_white.jpg* Pendant lamps
room_desk_beige_wall.jpg | cushion_white_parrot_rgba.png* Cushions, mug_enamel_rgba.png* Mugs
room_white_table.jpg | statue_lion.jpg* Statues, coffee_cup.png* Coffee cups
room_lecture_carpet.jpg | sofa_chesterfield.jpg Sofas, stool_white.jpg* Stools
outdoor_old_street.png | skateboard_red.jpg* Skateboards, stool_white.jpg* Stools
outdoor_beach_houses.jpg | basketball.jpg* Basketballs, chair_black_armchair.jpg* Armchairs
person_man_skateboard.jpg | tee_blue_rgba.png* T-Shirts, hoodie_grey_rgba.png* Hoodies
person_woman_turtleneck.jpg | tee_blue_rgba.png* T-Shirts, hoodie_grey_rgba.png* Hoodies
person_woman_yellow_backdrop.jpg | tee_blue_rgba.png* T-Shirts, hoodie_grey_rgba.png* Hoodies
person_man_sweater_seated.jpg | tee_blue_rgba.png* T-Shirts, hoodie_grey_rgba.png* Hoodies
person_man_jumper_pink.jpg | tee_blue_rgba.png* T-Shirts, hoodie_grey_rgba.png* Hoodies
person_man_denim_office.jpg | tee_blue_rgba.png* T-Shirts, hoodie_grey_rgba.png* Hoodies
person_woman_phone.jpg | tee_blue_rgba.png* T-Shirts, hoodie_grey_rgba.png* Hoodies
person_woman_blouse_reading.jpg | tee_blue_rgba.png* T-Shirts, hoodie_grey_rgba.png* Hoodies
person_man_cafe_phone.jpg | tee_blue_rgba.png* T-Shirts, hoodie_grey_rgba.png* Hoodies
person_woman_sofa_laptop.jpg | tee_blue_rgba.png* T-Shirts, hoodie_grey_rgba.png* Hoodies
person_woman_suit_stairs.jpg | tee_blue_rgba.png* T-Shirts, hoodie_grey_rgba.png* Hoodies
person_man_canyon.jpg | tee_blue_rgba.png* T-Shirts, hoodie_grey_rgba.png* Hoodies
person_woman_guitar.jpg | tee_blue_rgba.png* T-Shirts, hoodie_grey_rgba.png* Hoodies
person_woman_pier.jpg | tee_blue_rgba.png* T-Shirts, hoodie_grey_rgba.png* Hoodies
person_man_hoodie_wall.jpg | tee_blue_rgba.png* T-Shirts, hoodie_grey_rgba.png* Hoodies
person_woman_cardigan_park.jpg | hoodie_black_rgba.png Hoodies, hat_straw_worn.jpg Hats
person_woman_lace_top_dark.jpg | tee_blue_rgba.png* T-Shirts, hoodie_grey_rgba.png* Hoodies
person_woman_pink_blouse.jpg | polo_navy_rgba.png Polo Shirts, beanie_blue_rgba.png Beanies
person_woman_white_top_hat.jpg | tee_dark_rgba.png T-Shirts, jacket_leather_worn.jpg Jackets
person_man_dark_tee_wall.jpg | tee_blue_rgba.png* T-Shirts, hoodie_grey_rgba.png* Hoodies
person_woman_mint_hoodie_fence.jpg | tee_white_cubes_rgba.png T-Shirts, shoes_blue_canvas.jpg Shoes
person_woman_striped_jumper.jpg | hoodie_black_rgba.png Hoodies, knit_hat_white_worn.jpg Beanies
person_man_black_shirt_table.jpg | tee_white_cubes_rgba.png T-Shirts, blazer_navy_worn.jpg Blazers
person_woman_beige_arms_up.jpg | tee_dark_rgba.png T-Shirts, jacket_field_worn.jpg Jackets
person_man_blue_tee_leaning.jpg | tee_blue_rgba.png* T-Shirts, hoodie_grey_rgba.png* Hoodies
person_woman_yoga_beach.jpg | tee_blue_rgba.png* T-Shirts, hoodie_grey_rgba.png* Hoodies
room_cafe_grey_wall.jpg | chair_yellow_pair.jpg Chairs, plant_hanging_fern.jpg Plants
room_dining_dark.jpg | candle_holder.jpg Candle Holders, mug_coffee_beige.jpg Mugs
room_white_desk_plants.jpg | clock_alarm_black.jpg Clocks, plant_cactus.jpg Plants
room_living_white_wall.jpg | television_flat.jpg Televisions, poster_misty_mountains.jpg Posters
room_hall_columns.jpg | sofa_chesterfield.jpg Sofas, stool_white.jpg Stools
room_grey_desk_laptop.jpg | notebook_blue.jpg Notebooks, camera_instant.jpg* Cameras
outdoor_garden_swing.jpg | football_white.jpg Balls, plant_tulips.jpg Flowers
outdoor_pool_terrace.jpg | chair_black_armchair.jpg Chairs, plant_bonsai.jpg Plants
outdoor_lawn_path.jpg | bicycle_black.jpg Bicycles, statue_lion.jpg Statues
outdoor_beach_surfboard.jpg | bag_red_tote_rgba.png Bags, basketball.jpg Balls
room_blue_armchair.jpg* | chair_blue_armchair.jpg* Armchairs
person_woman_blouse_railing.jpg | blazer_pink.jpg Blazers, top_black_tank.jpg Tops
person_man_check_shirt_bridge.jpg | tee_dark_rgba.png T-Shirts, sunglasses.jpg Sunglasses
person_man_jacket_mural.jpg | hoodie_black_rgba.png Hoodies, beanie_blue_rgba.png Beanies
person_man_fleece_greenhouse.jpg | polo_navy_rgba.png Polo Shirts, hat_black_felt_worn.jpg Hats
person_man_jacket_kitchen.jpg | tee_white_cubes_rgba.png T-Shirts, blazer_grey_tweed.jpg Blazers
person_man_shirt_field.png | tee_white_cubes_rgba.png T-Shirts, hat_straw_worn.jpg Hats
person_man_dark_top_studio.jpg | blazer_navy_worn.jpg Blazers, sunglasses_brown.jpg Sunglasses
person_woman_shirt_tablet.jpg | jacket_leather_worn.jpg Jackets, dress_white_worn.jpg Dresses
person_man_seated_mural.jpg | polo_navy_rgba.png Polo Shirts, shoes_grey_lace.jpg Shoes
person_woman_hoodie_picking.jpg | tee_dark_rgba.png T-Shirts, knit_hat_white_worn.jpg Beanies
room_desk_surfboard.jpg | skateboard_red.jpg Skateboards, basketball.jpg Balls
room_long_table_window.jpg | plant_tulips.jpg Flowers, telephone_yellow.jpg Telephones
room_clothes_shop.jpg | plant_hanging_fern.jpg Plants, poster_misty_mountains.jpg Posters
room_dark_desk_chair.jpg | plant_cactus.jpg Plants, coffee_cup.png Cups
room_glossy_table_laptop.jpg | candle_holder.jpg Candle Holders, clock_alarm_black.jpg Clocks
room_cafe_table_notebook.jpg | camera_compact.jpg Cameras, plant_aloe_white_pot.jpg Plants
room_laundrette.jpg | chair_black_armchair.jpg Chairs, bag_red_tote_rgba.png Bags
room_office_city_window.jpg | notebook_blue.jpg Notebooks, mug_coffee_beige.jpg Mugs
outdoor_lawn_armchair.png | bicycle_black.jpg Bicycles, football_white.jpg Balls
outdoor_golf_lawn.jpg | tennis_ball.jpg Balls, statue_lion.jpg Statues
outdoor_shop_front.jpg | plant_bonsai.jpg Plants, stool_white.jpg Stools
outdoor_terrace_villa.jpg | chair_yellow_pair.jpg Chairs, sofa_chesterfield.jpg Sofas
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

/** The requests for several products: the pairs of each have one scene. Their images are not looked at. */
export function manyRequests(): Pair[][] {
  const rows = readRows(manyTable).filter((pairs) => pairs.length > 1);
  return rows.length > 0 ? rows : [qualityPairs()];
}

/** Real photos: those that this machine has, else the few of the examples. */
export function qualityPairs(side?: Side): Pair[] {
  const pairs = readRows(table).flat();
  if (pairs.length === 0) {
    return examplePairs.map(([scene, product, category]) => ({
      scene: examples + scene,
      product: examples + product,
      category,
      side: 'report',
      free: true,
    }));
  }
  return pairs.filter((pair) => side === undefined || pair.side === side);
}

const readRows = (rows: string): Pair[][] =>
  rows
    .split('\n')
    .filter((line) => line !== '')
    .map(readRow);

/** The pairs of a row whose photos are on this machine. */
function readRow(line: string): Pair[] {
  const [left = '', right = ''] = line.split('|').map((cell) => cell.trim());
  const scene = starred(left);
  return right.split(',').flatMap((entry) => {
    const [file = '', ...category] = entry.trim().split(' ');
    const product = starred(file);
    const paths = [findPhoto(scene.name), findPhoto(product.name)] as const;
    if (!paths[0] || !paths[1]) return [];
    const free = scene.free && product.free;
    return [
      { scene: paths[0], product: paths[1], category: category.join(' '), side: findSide(paths[0]), free },
    ];
  });
}

/** A pair belongs to the side of its scene; products of one side are rendered into scenes of the same. */
function findSide(scene: string): Side {
  return photos.find(({ file }) => file === basename(scene))?.side ?? 'tune';
}

function starred(text: string): { name: string; free: boolean } {
  const free = text.endsWith('*');
  return { name: free ? text.slice(0, -1) : text, free };
}
