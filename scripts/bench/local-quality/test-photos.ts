import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** `tune`: looked at while the renderer was written; `report`: only rendered for the published figures. */
export type Side = 'tune' | 'report';

/** A test photo; photos are not part of the repository, only their names are. */
export interface Photo {
  file: string;
  side: Side;
  /** Package and path in it; photos without one are in the folder of test photos. */
  source?: string;
}

const tune = `
room_leather_sofa_white_wall.jpg
room_console_white_wall.jpg
room_lounge_grey_sofa_people.jpg
room_bedside_table.jpg
room_loft_brick.jpg
outdoor_pool_courtyard.jpg
person_woman_white_tee_torso.jpg
person_woman_full_body_orange_tee.jpg
person_grey_sweatshirt_blue.jpg
sofa_tan_leather.jpg
chair_white_balloon.jpg
plant_orchid_pot.jpg
lamp_pendant_white.jpg
cushion_white_parrot_rgba.png
mug_enamel_rgba.png
tee_blue_rgba.png
hoodie_grey_rgba.png
jeans_blue_worn.jpg
shoe_black_runner.jpg
dress_red_worn.jpg
cap_black_rgba.png
man_red_shirt_torso.jpg = material-dashboard@3.1.0 assets/img/product-12.jpg
man_jersey_half.jpg = soft-ui-design-system@1.0.4 assets/img/charles.jpg
outdoor_house_garden.jpg = material-dashboard@3.1.0 assets/img/products/product-1-min.jpg
poster_valley.jpg = material-kit@2.0.4 assets/img/bg3.jpg
room_dark_marble_lounge.jpg
room_home_decor.jpg = @tabler/preview@1.2.0 dist/static/photos/contemporary-black-and-white-home-decor.jpg
room_workplace.jpg = @tabler/preview@1.2.0 dist/static/photos/stylish-workplace-with-computer-at-home.jpg
room_bedroom_canopy_bed.jpg
room_home_office_dark.jpg = @tabler/preview@1.2.0 dist/static/photos/modern-home-office.jpg
room_stool_books.jpg = @tabler/preview@1.2.0 dist/static/photos/books-and-purple-flowers-on-a-wooden-stool-by-the-bed.jpg
room_cafe_table.jpg = @tabler/preview@1.2.0 dist/static/photos/cup-of-coffee-on-table-in-cafe.jpg
room_restaurant_dark.jpg = material-dashboard@3.1.0 assets/img/products/product-6-min.jpg
room_office_meeting.jpg = material-dashboard@3.1.0 assets/img/meeting.jpg
room_blue_armchair.jpg
room_teal_wall.jpg
person_astronaut.png
person_man_backpack_wall.jpg
person_man_motorcycle.jpg
person_man_white_tee_street.jpg
person_woman_red_top_ochre.jpg
person_woman_striped_outfit_teal.jpg
person_woman_tee_shoulder_bag.jpg
person_woman_yellow_wall.jpg
room_sofa_windows.jpg = @vendure/create@2.0.0 assets/images/nathan-fertig-249917-unsplash.jpg
person_man_check_shirt.jpg = material-kit@2.0.4 assets/img/examples/clem-onojegaw.jpg
person_woman_jumper_lake.jpg = material-kit@2.0.4 assets/img/examples/studio-5.jpg
person_man_cap_smile.jpg = material-kit@2.0.4 assets/img/faces/christian.jpg
person_woman_dark_trees.jpg = material-kit@2.0.4 assets/img/faces/camp.jpg
person_man_skateboard.jpg = argon-design-system-free@1.2.0 assets/img/faces/brooke-cagle.jpg
person_woman_turtleneck.jpg = argon-design-system-free@1.2.0 assets/img/faces/fezbot.jpg
person_woman_yellow_backdrop.jpg = argon-design-system-free@1.2.0 assets/img/faces/atikh.jpg
person_man_sweater_seated.jpg = soft-ui-design-system@1.0.4 assets/img/jordan.jpg
person_man_jumper_pink.jpg = soft-ui-design-system@1.0.4 assets/img/team-4.jpg
person_man_denim_office.jpg = startbootstrap-agency@4.1.1 img/team/2.jpg
person_woman_phone.jpg = startbootstrap-landing-page@4.1.1 img/testimonials-3.jpg
person_woman_blouse_reading.jpg = admin-lte@3.2.0 dist/img/photo3.jpg
person_man_cafe_phone.jpg = @tabler/preview@1.2.0 dist/static/photos/young-entrepreneur-working-from-a-modern-cafe.jpg
person_woman_sofa_laptop.jpg = @tabler/preview@1.2.0 dist/static/photos/young-woman-sitting-on-the-sofa-and-working-on-her-laptop-3.jpg
person_woman_suit_stairs.jpg = material-kit@2.0.4 assets/img/examples/studio-3.jpg
person_man_canyon.jpg = soft-ui-design-system@1.0.4 assets/img/blog7-1.jpg
person_woman_guitar.jpg = startbootstrap-one-page-wonder@4.1.1 img/01.jpg
person_woman_pier.jpg = @tabler/preview@1.2.0 dist/static/photos/beautiful-blonde-woman-on-a-wooden-pier-by-the-lake.jpg
chair_blue_armchair.jpg
hairdryer.jpg
glass_jar_bamboo.jpg
room_blue_wall_two_chairs.jpg
room_loft_beanbag.jpg
space_shelf_plants.jpg
room_wide_warm.jpg = material-dashboard@3.1.0 assets/img/bg-smart-home-2.jpg
room_dark_floor_sofa.jpg = material-dashboard@3.1.0 assets/img/products/product-details-5.jpg
room_blue_sofa.jpg = @tabler/preview@1.2.0 dist/static/photos/blue-sofa-with-pillows-in-a-designer-living-room-interior.jpg
room_office_dark_floor.jpg = soft-ui-design-system@1.0.4 assets/img/office-dark.jpg
room_office_chair.jpg = @tabler/preview@1.2.0 dist/static/photos/group-of-people-brainstorming-and-taking-notes-3.jpg
room_desk_beige_wall.jpg = @tabler/preview@1.2.0 dist/static/photos/home-office-laptop-organizer-and-cup-of-coffee.jpg
person_man_hoodie_wall.jpg = @tabler/preview@1.2.0 dist/static/avatars/038m.jpg
person_woman_lace_top_dark.jpg = froala-design-blocks@2.0.1 dist/imgs/people/3.jpg
person_man_dark_tee_wall.jpg = froala-design-blocks@2.0.1 dist/imgs/people/2.jpg
person_man_blue_tee_leaning.jpg = @tabler/preview@1.2.0 dist/static/avatars/011m.jpg
person_woman_yoga_beach.jpg = @vue-storefront/theme-default@1.7.0 assets/slide_01.jpg
`;

const report = `
space_loft_meeting_room.jpg
outdoor_meadow_mountains.jpg
outdoor_stream.jpg
outdoor_dandelions_16mp.jpg
room_kitchen_grey.jpg = material-dashboard@3.1.0 assets/img/bg-smart-home-1.jpg
room_yellow_armchair.jpg = material-dashboard@3.1.0 assets/img/home-decor-3.jpg
outdoor_house_dusk.jpg = material-dashboard@3.1.0 assets/img/products/product-7-min.jpg
outdoor_forest_tent.jpg = @vendure/create@2.0.0 assets/images/michael-guite-571169-unsplash.jpg
coffee_cup.png
sofa_chesterfield.jpg = material-dashboard@3.1.0 assets/img/products/product-11.jpg
room_dining_chairs.png = admin-lte@3.2.0 dist/img/photo2.png
room_white_table.jpg = @tabler/preview@1.2.0 dist/static/photos/a-woman-works-on-a-laptop-at-home.jpg
room_lecture_carpet.jpg = @tabler/preview@1.2.0 dist/static/photos/people-watching-a-presentation-in-a-room.jpg
outdoor_old_street.png = admin-lte@3.2.0 dist/img/photo1.png
outdoor_beach_houses.jpg = soft-ui-design-system@1.0.4 assets/img/blog7-2.jpg
blazer_navy_worn.jpg = material-kit@2.0.4 assets/img/examples/olu-eletu.jpg
jacket_leather_worn.jpg = argon-design-system-free@1.2.0 assets/img/faces/team-1.jpg
jacket_field_worn.jpg = soft-ui-design-system@1.0.4 assets/img/team-3.jpg
hat_black_felt_worn.jpg = argon-design-system-free@1.2.0 assets/img/faces/michael.jpg
backpack_pink_worn.jpg = material-kit@2.0.4 assets/img/examples/cynthia-del-rio.jpg
shoes_white_high_tops.jpg = @vendure/create@2.0.0 assets/images/xavier-teo-469050-unsplash.jpg
statue_lion.jpg = @vendure/create@2.0.0 assets/images/vincent-liu-525429-unsplash.jpg
camera_press_vintage.jpg = @vendure/create@2.0.0 assets/images/jonathan-talbert-697262-unsplash.jpg
basketball.jpg = @vendure/create@2.0.0 assets/images/tommy-bebo-600358-unsplash.jpg
skateboard_red.jpg = @vendure/create@2.0.0 assets/images/max-tarkhov-737999-unsplash.jpg
poster_misty_mountains.jpg = startbootstrap-grayscale@5.0.8 img/demo-image-02.jpg
chair_black_armchair.jpg
chair_yellow_pair.jpg
plant_hanging_fern.jpg
plant_bonsai.jpg
plant_aloe_white_pot.jpg
shoe_black_sneaker.jpg
shoe_loafers.jpg
shoes_white_plimsolls_rgba.png
watch_gold.jpg
sunglasses.jpg
sunglasses_blue_rgba.png
top_black_tank.jpg
candle_holder.jpg
tee_white_cubes_rgba.png
tee_dark_rgba.png
polo_navy_rgba.png
beanie_blue_rgba.png
bag_red_tote_rgba.png
hoodie_black_rgba.png
bottle_steel_rgba.png
dress_grey_worn.jpg
dress_white_worn.jpg
knit_hat_white_worn.jpg
camera_instant.jpg
plant_cactus.jpg = @vendure/create@2.0.0 assets/images/charles-deluvio-695736-unsplash.jpg
plant_tulips.jpg = @vendure/create@2.0.0 assets/images/natalia-y-345738-unsplash.jpg
stool_white.jpg = @vendure/create@2.0.0 assets/images/ruslan-bardash-351288-unsplash.jpg
person_woman_cardigan_park.jpg = @tabler/preview@1.2.0 dist/static/avatars/015f.jpg
person_woman_pink_blouse.jpg = froala-design-blocks@2.0.1 dist/imgs/people/6.jpg
person_woman_white_top_hat.jpg = argon-design-system-free@1.2.0 assets/img/faces/team-4.jpg
person_woman_mint_hoodie_fence.jpg = @vue-storefront/theme-default@1.7.0 assets/slide_03.jpg
person_woman_striped_jumper.jpg = @strapi/template-blog@2.0.5 template/data/uploads/sarahbaker@strapi.io.jpg
person_man_black_shirt_table.jpg = soft-ui-dashboard-react@4.0.1 src/assets/images/nya.jpg
person_woman_beige_arms_up.jpg = argon-dashboard-react@1.2.0 src/assets/img/theme/profile-cover.jpg
room_cafe_grey_wall.jpg = @themesberg/volt-bootstrap-5-dashboard@1.4.1 src/assets/img/profile-cover.jpg
room_dining_dark.jpg = tabler-ui@0.0.34 dist/demo/photos/andrew-neel-141710-1500.jpg
room_white_desk_plants.jpg = @tabler/preview@1.2.0 dist/static/photos/stylish-workspace-with-macbook-pro-2.jpg
room_living_white_wall.jpg = soft-ui-dashboard-react@4.0.1 src/assets/images/vr-bg.jpg
room_hall_columns.jpg = now-ui-kit@1.3.0 assets/img/bg6.jpg
room_grey_desk_laptop.jpg = shards-ui@3.0.0 dist/images/app-promo/features-background.jpg
outdoor_garden_swing.jpg = simplelightbox@2.14.3 demo/img/full/02.jpg
outdoor_pool_terrace.jpg = @tabler/preview@1.2.0 dist/static/marketing/photo-1564013799919-ab600027ffc6.jpg
outdoor_lawn_path.jpg = @tabler/preview@1.2.0 dist/static/marketing/photo-1592595896551-12b371d546d5.jpg
outdoor_beach_surfboard.jpg = bxslider@4.2.17 docs_src/assets/img/photo2.jpeg
clock_alarm_black.jpg = @tabler/preview@1.2.0 dist/static/products/product-11.jpg
sunglasses_brown.jpg = @tabler/preview@1.2.0 dist/static/products/product-6.jpg
shoes_blue_canvas.jpg = @pattern-lab/starterkit-handlebars-demo@6.1.0 dist/images/men-blue-shoes.jpg
shoes_brown_oxford.jpg = @pattern-lab/starterkit-handlebars-demo@6.1.0 dist/images/men-brown-shoes.jpg
hat_straw_worn.jpg = soft-ui-dashboard-react@4.0.1 src/assets/images/team-5.jpg
mug_coffee_beige.jpg = @strapi/template-blog@2.0.5 template/data/uploads/coffee-shadow.jpg
bicycle_black.jpg = @vendure/create@2.0.0 assets/images/mikkel-bech-748940-unsplash.jpg
notebook_blue.jpg = @tabler/preview@1.2.0 dist/static/products/product-10.jpg
television_flat.jpg = tabler-ui@0.0.34 dist/demo/products/sony-kd.jpg
football_white.jpg = @vendure/create@2.0.0 assets/images/nik-shuliahin-619349-unsplash.jpg
person_woman_blouse_railing.jpg = @ons/design-system@72.11.0 img/large/alison-pritchard-featured.jpg
person_man_check_shirt_bridge.jpg = material-kit@2.0.2 assets/img/kit/free/examples/card-profile1.jpg
person_man_jacket_mural.jpg = @comicrelief/component-library@5.8.5 dist/styleguide/assets/picture-3.jpg
person_man_fleece_greenhouse.jpg = @comicrelief/pattern-lab@7.67.1 sass/themes/donate/components/cards/images/kevin-card.jpg
person_man_jacket_kitchen.jpg = @comicrelief/pattern-lab@7.67.1 sass/themes/cr/2019/components/membership-signup/images/membership2-LG.jpg
person_man_shirt_field.png = @undp/design-system@1.4.5 stories/assets/images/explore1.png
person_man_dark_top_studio.jpg = @comicrelief/component-library@5.8.5 dist/styleguide/assets/promo.jpg
person_woman_shirt_tablet.jpg = @ons/design-system@72.11.0 img/large/woman-in-purple-dress-shirt.jpg
person_man_seated_mural.jpg = material-kit@2.0.2 assets/img/kit/free/examples/clem-onojeghuou.jpg
person_woman_hoodie_picking.jpg = @undp/design-system@1.4.5 stories/assets/images/generic_page_hero.jpg
room_desk_surfboard.jpg = material-kit@2.0.2 assets/img/kit/free/examples/office3.jpg
room_long_table_window.jpg = material-kit@2.0.2 assets/img/kit/free/examples/office5.jpg
room_clothes_shop.jpg = material-kit@2.0.2 assets/img/kit/free/examples/clark-street-merc.jpg
room_dark_desk_chair.jpg = startbootstrap-creative@7.0.7 dist/assets/img/bg-masthead.jpg
room_glossy_table_laptop.jpg = gentelella@1.4.0 production/images/media.jpg
room_cafe_table_notebook.jpg = @tabler/preview@1.2.0 dist/static/photos/working-in-a-restaurant-macbook-cheese-cake-and-cup-of-coffee.jpg
room_laundrette.jpg = ideal-image-slider@1.5.1 example/img/3@2x.jpg
room_office_city_window.jpg = shards-ui@3.0.0 dist/images/app-promo/welcome-cover.jpg
outdoor_lawn_armchair.png = caman@4.1.2 output.jpg
outdoor_golf_lawn.jpg = @pga/pga-component-library@0.6.81 es/assets/img/golfCourse.jpg
outdoor_shop_front.jpg = @appearhere/bloom@1.0.0-1 styleguide/screens/Patterns/Figure/concept-store.jpg
outdoor_terrace_villa.jpg = @tabler/preview@1.2.0 dist/static/marketing/photo-1512917774080-9991f1c4c750.jpg
blazer_grey_tweed.jpg = material-kit@2.0.2 assets/img/kit/free/examples/suit-4.jpg
blazer_pink.jpg = material-kit@2.0.2 assets/img/kit/free/examples/product1.jpg
telephone_yellow.jpg = sneat-bootstrap-html-admin-template-free@1.0.0 assets/img/elements/1.jpg
shoes_grey_lace.jpg = @pattern-lab/starterkit-handlebars-demo@6.1.0 dist/images/men-gray-shoes.jpg
camera_compact.jpg = @vendure/create@2.0.0 assets/images/jakob-owens-274337-unsplash.jpg
tennis_ball.jpg = @vendure/create@2.0.0 assets/images/ben-hershey-574483-unsplash.jpg
`;

/** The fixed split: a photo that was ever looked at while tuning belongs to `tune` for good. */
export const photos: readonly Photo[] = [...readSide(tune, 'tune'), ...readSide(report, 'report')];

function readSide(rows: string, side: Side): Photo[] {
  return rows
    .split('\n')
    .filter((row) => row !== '')
    .map((row) => {
      const [file = '', source] = row.split(' = ');
      return { file, side, ...(source ? { source } : {}) };
    });
}

const shared = fileURLToPath(new URL('../../../../shared/photos/', import.meta.url));
/** The folder into which `fetchPhotos` puts the photos that packages contain. */
export const fetchedPhotos = fileURLToPath(
  new URL('../../../node_modules/.cache/local-quality/', import.meta.url),
);

/** Returns the path of a photo, undefined where it is not on this machine. */
export function findPhoto(file: string): string | undefined {
  return [`${shared}scenes/${file}`, `${shared}products/${file}`, fetchedPhotos + file].find((path) =>
    existsSync(path),
  );
}
