import { expect } from 'chai';
import mongoose, { Schema } from 'mongoose';
import { connectBefore, toFailure } from './connect.ts';

const userSchema = new Schema(
  { email: { type: String, unique: true }, tags: [String], address: { city: String } },
  { timestamps: true },
);
const postSchema = new Schema({
  author: { type: Schema.Types.ObjectId, ref: 'User' },
  body: Buffer,
  comments: [{ text: String, at: Date }],
});

describe('embedded database: mongoose', () => {
  const server = connectBefore();
  let connection: mongoose.Connection;
  before(async () => {
    connection = await mongoose
      .createConnection(server.uri, { dbName: server.db().databaseName, retryWrites: false })
      .asPromise();
  });
  after(() => connection.close());

  it('makes a model with its indexes, saves, populates and updates sub-documents', async () => {
    const User = connection.model('User', userSchema);
    const Post = connection.model('Post', postSchema);
    await Promise.all([User.init(), Post.init()]);
    const user = await User.create({ email: 'a@b.c', tags: ['x'], address: { city: 'Köln' } });
    expect(await toFailure(User.create({ email: 'a@b.c' }))).to.include({ code: 11000 });

    const post = await Post.create({
      author: user._id,
      body: Buffer.from([1, 2, 3]),
      comments: [{ text: 'one', at: new Date(1) }],
    });
    const comment = post.comments[0];
    if (comment) comment.text = 'changed';
    post.comments.push({ text: 'two', at: new Date(2) });
    await post.save();

    const found = await Post.findById(post._id).populate<{ author: { email: string } }>('author').orFail();
    expect(found.author.email).to.equal('a@b.c');
    expect(found.comments.map(({ text }) => text)).to.deep.equal(['changed', 'two']);
    expect(Buffer.from(found.body ?? [])).to.deep.equal(Buffer.from([1, 2, 3]));
    await Post.updateOne({ 'comments.text': 'two' }, { $pull: { comments: { text: 'two' } } });
    expect(await Post.countDocuments({ comments: { $size: 1 } })).to.equal(1);
    expect(
      (
        await User.findOneAndUpdate(
          { email: 'a@b.c' },
          { $addToSet: { tags: 'y' } },
          { returnDocument: 'after' },
        ).orFail()
      ).tags,
    ).to.deep.equal(['x', 'y']);
  });

  it('synchronises indexes with the schema', async () => {
    const Thing = connection.model('Thing', new Schema({ a: Number, b: Number }).index({ a: 1 }));
    await Thing.init();
    await Thing.collection.createIndex({ b: 1 });
    expect(await Thing.syncIndexes()).to.deep.equal(['b_1']);
  });
});
